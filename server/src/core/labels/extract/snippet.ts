import type { PageTree } from '../../../html/tree.ts';
import type { PageDirectives } from '../../directives/page-directives.ts';
import { templateParts } from './template-parts.ts';

/** Returns the page's template as an LSP 3.18 snippet. Each hole is a tab stop with the hole's name as placeholder. */
export function templateSnippet(tree: PageTree, source: string, label: Uint8Array, directives?: PageDirectives): string {
  let stops = 0;
  return templateParts(tree, source, label, directives)
    .map(part => {
      if ('text' in part) return part.text.replace(/[\\$}]/g, '\\$&');
      stops++;
      return `\${${stops}:${part.hole}}`;
    })
    .join('');
}
