import type { Project } from '../project.ts';

/** How the pages of a site are encoded: as UTF-8, or a byte a character. */
export type PageEncoding = 'utf8' | 'latin1';

/** A generator of sites that a project is written for. */
export interface Target {
  /** Folder for files that are copied as they are; empty if they stand where the site has them. */
  readonly copied: string;
  /** Folder of the built site; undefined if a server makes the pages. */
  readonly built: string | undefined;
  /** Encodings of pages that layouts can make. */
  readonly encodings: readonly PageEncoding[];
  /** The text files of a project by path, without the copied files. `encodings` has the pages that are not UTF-8, `others` the copied files. */
  write(project: Project, encodings: ReadonlyMap<string, PageEncoding>, others: readonly string[]): Map<string, string>;
}
