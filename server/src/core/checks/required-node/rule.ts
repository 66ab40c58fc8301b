import type { RequiredNode } from 'templens-shared/diagnostics';
import type { ComparedPage } from '../check-digest.ts';
import type { Finding } from '../finding.ts';
import { firstTag } from '../first-tag.ts';
import { type CheckWorld, concernsPage } from '../page-check.ts';
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

/** `template/required-node`: elements that the settings ask every page for, and that this page does not have. */
export function missingRequired(
  { name: page, tree, source }: ComparedPage,
  requirements: readonly Requirement[],
  matches: CheckWorld['matches'],
): Finding[] {
  return requirements.flatMap(({ required, selector }): Finding[] => {
    const { selector: css, message } = required;
    if (!concernsPage(required, page, matches) || selector.any(tree, source)) return [];
    return [
      {
        code: 'template/required-node',
        ...firstTag(tree),
        message: message ?? `This page has no element that matches ${css}; the settings require one.`,
        related: [],
        normalisers: [],
        identity: `template/required-node ${css}`,
      },
    ];
  });
}
