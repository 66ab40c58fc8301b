import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import type { ParsedPage } from '../../server/src/core/directives/parsed-page.ts';

/** A page with its text and its tree. */
export interface Source {
  page: string;
  source: string;
  tree: ParsedPage;
}

export function pageSource(page: string, source: string): Source {
  return { page, source, tree: parsePage(source) };
}
