import { parsePage } from '../../server/src/html/parse.ts';
import type { ParsedPage } from '../../server/src/html/tree.ts';

/** A page with its text and its tree. */
export interface Source {
  page: string;
  source: string;
  tree: ParsedPage;
}

export function pageSource(page: string, source: string): Source {
  return { page, source, tree: parsePage(source) };
}
