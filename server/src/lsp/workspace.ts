import type { Connection } from 'vscode-languageserver';
import type { Dependencies } from './dependencies.ts';
import type { Documents } from './documents.ts';
import { fileSystemPath, folderUri } from './page-uri.ts';
import { Site, type SiteListener } from './site.ts';

/** The open sites: one for every workspace folder on disk, even if the folder is open under several URIs. */
export class Workspace {
  /** Sites by the path of their folder with symbolic links resolved. */
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

  /** True if the server shuts down: no more sites are opened. */
  get closed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Aborts when the server shuts down. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  sites(): Site[] {
    return [...this.#sites.values()];
  }

  /** Calls `ask` for every site; resolves with the results. Ignores the error of a site that is closed meanwhile. */
  async mapSites<T>(ask: (site: Site) => Promise<T>): Promise<T[]> {
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

  /** Opens the site of a folder, given by its URI. If the folder is open under another URI, adds this one; if it is not on disk, only warns. */
  add(folder: string, listener: SiteListener): void {
    if (this.closed) return;
    const root = fileSystemPath(folder);
    if (root === undefined) {
      this.#connection.console.warn(`${folder} is not a folder on disk; its pages are not indexed.`);
      return;
    }
    const path = this.#dependencies.realPath(root);
    const open = this.#sites.get(path);
    if (open) open.folderUris.add(folder);
    else this.#sites.set(path, new Site([folder, folderUri(path)], root, this.#dependencies, this.#documents, listener));
  }

  /** Removes a URI of a folder, and closes the folder's site if it has no other URI. */
  async remove(folder: string): Promise<void> {
    // Synchronously, since the same folder may be added again immediately.
    const closed = [...this.#sites].flatMap(([path, site]) => {
      if (!site.folderUris.delete(folder) || site.folderUris.size > 0) return [];
      // Close before removing: while the workspace still has the site, its documents are found, and their diagnostics are withdrawn.
      const closing = site.close();
      this.#sites.delete(path);
      return [closing];
    });
    await Promise.all(closed);
  }

  /** Closes all sites; no more can be opened. */
  async closeAll(): Promise<void> {
    this.#closing.abort();
    const sites = this.sites();
    this.#sites.clear();
    await Promise.all(sites.map(site => site.close()));
  }

  /** The innermost site that contains the file with this URI, and the path of the file in it; undefined if no site contains it. */
  pageOf(uri: string): { site: Site; page: string } | undefined {
    return this.pagesOf(uri)[0];
  }

  /** Every site that contains the file with this URI, with the path of the file in it; the innermost site first. */
  pagesOf(uri: string): { site: Site; page: string }[] {
    return this.sites()
      .flatMap(site => {
        const page = site.pageOf(uri);
        return page === undefined ? [] : [{ site, page }];
      })
      .sort((a, b) => a.page.length - b.page.length);
  }
}
