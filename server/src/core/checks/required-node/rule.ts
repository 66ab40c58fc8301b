import type { RequiredNode } from 'templens-shared/diagnostics';
import type { Finding } from '../../findings/finding.ts';
import { firstTag } from '../../findings/first-tag.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { compileSelector, type Selector } from '../../page/select.ts';
import { type CheckWorld, concernsPage } from '../check-world.ts';

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
