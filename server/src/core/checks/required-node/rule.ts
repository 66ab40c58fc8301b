import type { RequiredNode } from 'templens-shared/diagnostics';
import { ELEMENT, IMPLIED, type PageTree } from '../../page/tree.ts';
import type { ComparedPage } from '../check-digest.ts';
import type { Finding } from '../finding.ts';
import { compileSelector, type Selector } from '../select.ts';

/** An element that pages must have, ready to be looked for. */
export interface Requirement {
  readonly required: RequiredNode;
  readonly selector: Selector;
}

/** Compiles the setting `required`. Throws a sentence where a selector is none. */
export function compileRequired(required: readonly RequiredNode[]): Requirement[] {
  return required.map(entry => ({ required: entry, selector: compileSelector(entry.selector) }));
}

/**
 * `template/required-node`: elements that the settings ask every page for, and that this page does not have.
 * @param matches does the page match one of the globs?
 */
export function missingRequired(
  { name: page, tree, source }: ComparedPage,
  requirements: readonly Requirement[],
  matches: (page: string, globs: readonly string[]) => boolean,
): Finding[] {
  return requirements.flatMap(({ required: { selector: css, message, pages }, selector }): Finding[] => {
    if ((pages && pages.length > 0 && !matches(page, pages)) || selector.any(tree, source)) return [];
    const node = firstTag(tree);
    return [
      {
        code: 'template/required-node',
        start: node < 0 ? 0 : tree.start[node]!,
        end: node < 0 ? 0 : tree.tagEnd[node]!,
        node: node < 0 ? tree.root : node,
        message: message ?? `This page has no element that matches ${css}; the settings require one.`,
        related: [],
        normalisers: [],
        identity: `template/required-node ${css}`,
      },
    ];
  });
}

/** The first element with a start tag, or -1. */
function firstTag(tree: PageTree): number {
  for (let node = 0; node < tree.size; node++) if (tree.kind[node] === ELEMENT && !(tree.flags[node]! & IMPLIED)) return node;
  return -1;
}
