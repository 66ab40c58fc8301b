import { counted } from './counted.ts';
import type { PagePart } from './parts.ts';

/** A part in one line: `Part: menu, on 35 pages; version of 17 pages`. */
export function describePart({ name, pages, versionPages }: Pick<PagePart, 'name' | 'pages' | 'versionPages'>): string {
  const version = versionPages === pages ? '' : `; version of ${counted(versionPages, 'page')}`;
  return `Part: ${name}, on ${counted(pages, 'page')}${version}`;
}
