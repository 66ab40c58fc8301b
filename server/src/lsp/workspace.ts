import type { Connection } from 'vscode-languageserver';
import type { Dependencies } from './dependencies.ts';
import type { Documents } from './documents.ts';
import { fileSystemPath, folderUri } from './page-uri.ts';
import { Site, type SiteListener } from './site.ts';

/** The sites that are open: one for every workspace folder on disk, however many names it has. */
export class Workspace {
  /** By the real path of their folders. */
  readonly #sites = new Map<string, Site>();
  readonly #connection: Connection;
  readonly #dependencies: Dependencies;
  readonly #documents: Documents;
  readonly #closing = new AbortController();

  constructor(connection: Connection, dependencies: Dependencies, documents: Documents) {
    this.#connection = connection;
    this.#dependencies = dependencies;
    this.#documents = documents;
  }

  /** No more sites will be opened. */
  get closed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Given when the server shuts down. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  sites(): Site[] {
    return [...this.#sites.values()];
  }

  /** What every site answers; a site that is closed meanwhile does not count. */
  async ofEach<T>(ask: (site: Site) => Promise<T>): Promise<T[]> {
    const answers = this.sites().map(async site => {
      try {
        return [await ask(site)];
      } catch (error) {
        if (site.isClosed) return [];
        throw error;
      }
    });
    return (await Promise.all(answers)).flat();
  }

  /** Starts to index a folder; one that is open already, under whatever name, or is not on disk, is not opened again. */
  add(folder: string, listener: SiteListener): void {
    if (this.closed) return;
    const root = fileSystemPath(folder);
    if (root === undefined) {
      this.#connection.console.warn(`${folder} is not a folder on disk; its pages are not indexed.`);
      return;
    }
    const path = this.#dependencies.realPath(root);
    const open = this.#sites.get(path);
    if (open) open.folders.add(folder);
    else this.#sites.set(path, new Site([folder, folderUri(path)], root, this.#dependencies, this.#documents, listener));
  }

  /** Closes the site of a folder when no other name of it is open. */
  async remove(folder: string): Promise<void> {
    // At once: the same folder may be added again in the next moment.
    const closed = [...this.#sites].flatMap(([path, site]) => {
      if (!site.folders.delete(folder) || site.folders.size > 0) return [];
      // While its documents are known to be its own: what was reported about them is taken back.
      const closing = site.close();
      this.#sites.delete(path);
      return [closing];
    });
    await Promise.all(closed);
  }

  async closeAll(): Promise<void> {
    this.#closing.abort();
    const sites = this.sites();
    this.#sites.clear();
    await Promise.all(sites.map(site => site.close()));
  }

  /** The page that a URI names and its site; of nested folders, the innermost. */
  pageOf(uri: string): { site: Site; page: string } | undefined {
    return this.pagesOf(uri)[0];
  }

  /** As `pageOf`, in every site that holds the file, the innermost first. */
  pagesOf(uri: string): { site: Site; page: string }[] {
    return this.sites()
      .flatMap(site => {
        const page = site.pageOf(uri);
        return page === undefined ? [] : [{ site, page }];
      })
      .sort((a, b) => a.page.length - b.page.length);
  }
}
