import type { Connection } from 'vscode-languageserver';
import type { Dependencies } from './dependencies.ts';
import type { Documents } from './documents.ts';
import { fileSystemPath, pageOf } from './page-uri.ts';
import { Site, type SiteListener } from './site.ts';

/** The sites that are open: one for every workspace folder on disk. */
export class Workspace {
  readonly #sites = new Map<string, Site>();
  readonly #connection: Connection;
  readonly #dependencies: Dependencies;
  readonly #documents: Documents;
  #closed = false;

  constructor(connection: Connection, dependencies: Dependencies, documents: Documents) {
    this.#connection = connection;
    this.#dependencies = dependencies;
    this.#documents = documents;
  }

  /** No site will be opened any more. */
  get closed(): boolean {
    return this.#closed;
  }

  sites(): Site[] {
    return [...this.#sites.values()];
  }

  /** Starts to index a folder; one that is open already, or is not on disk, is left alone. */
  add(folder: string, listener: SiteListener): void {
    if (this.#closed || this.#sites.has(folder)) return;
    const root = fileSystemPath(folder);
    if (root === undefined) {
      this.#connection.console.warn(`${folder} is not a folder on disk; its pages are not indexed.`);
      return;
    }
    this.#sites.set(folder, new Site(folder, root, this.#dependencies, this.#documents, listener));
  }

  async remove(folder: string): Promise<void> {
    const closing = this.#sites.get(folder)?.close();
    this.#sites.delete(folder);
    await closing;
  }

  async closeAll(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#sites.keys()].map(folder => this.remove(folder)));
  }

  /** The page that a URI names and its site; of nested folders, the innermost. */
  pageOf(uri: string): { site: Site; page: string } | undefined {
    return this.pagesOf(uri)[0];
  }

  /** As `pageOf`, in every site that holds the file, the innermost first. */
  pagesOf(uri: string): { site: Site; page: string }[] {
    return this.sites()
      .flatMap(site => {
        const page = pageOf(site.uri, uri);
        return page === undefined ? [] : [{ site, page }];
      })
      .sort((a, b) => a.page.length - b.page.length);
  }
}
