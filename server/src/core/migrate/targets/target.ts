import type { Project } from '../project.ts';

/** How the pages of a site are encoded: as UTF-8, or a byte a character. */
export type PageEncoding = 'utf8' | 'latin1';

/** A generator of sites that a project is written for. */
export interface Target {
  /** Folder for files that are copied as they are. */
  readonly copied: string;
  /** The text files of a project by path, without the copied files. `encodings` has the pages that are not UTF-8. */
  write(project: Project, encodings: ReadonlyMap<string, PageEncoding>): Map<string, string>;
}
