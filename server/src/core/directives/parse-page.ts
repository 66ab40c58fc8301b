import { type ParseOptions, parseHtml } from '../../html/parse.ts';
import { readDirectives } from './directives.ts';
import type { ParsedPage } from './parsed-page.ts';

/** Parses a whole page and reads its directives. See `parseHtml`. */
export function parsePage(text: string, options: ParseOptions = {}, scratch?: Int32Array): ParsedPage {
  const page = parseHtml(text, options, scratch);
  return Object.assign(page, { directives: readDirectives(page, text) });
}
