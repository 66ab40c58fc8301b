import type { PagePart } from './parts.ts';

/** A part in one line: `Part: main menu, on 35 pages; version of 17 pages`. */
export function describePart({ name, pages, versionPages }: Pick<PagePart, 'name' | 'pages' | 'versionPages'>): string {
  const version = versionPages === pages ? '' : `; version of ${count(versionPages)}`;
  return `Part: ${name}, on ${count(pages)}${version}`;
}

function count(pages: number): string {
  return pages === 1 ? '1 page' : `${pages} pages`;
}
