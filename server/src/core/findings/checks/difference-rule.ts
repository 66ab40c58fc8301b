import type { CheckCode } from 'templens-shared/findings';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { normalisersApplied } from '../comparison/applied.ts';
import { signatureText, supportText, treePath } from '../comparison/describe.ts';
import type { Difference } from '../comparison/difference.ts';
import { exampleOf, type Place, wholeNode } from '../comparison/places.ts';
import type { Finding, NodeOfPage } from '../finding.ts';

/** What a rule makes its finding of. */
export interface Compared {
  readonly page: ComparedPage;
  readonly example: ComparedPage;
}

/** Makes the finding of a difference; undefined where it is another rule's. */
export type DifferenceRule = (difference: Difference, compared: Compared) => Finding | undefined;

/** The parts that the findings of all rules have in common. `identity` must be the same whatever else changes on the page. */
export function findingOf(
  code: CheckCode,
  difference: Difference,
  { page, example }: Compared,
  parts: Place &
    Pick<Finding, 'node' | 'message' | 'brief' | 'absent' | 'attribute' | 'repair'> & {
      readonly value: string;
      readonly shown?: Place;
    },
): Finding {
  const { value, shown, ...rest } = parts;
  const { pages, of } = difference.verdict;
  const at = difference.example;
  const where = difference.kind === 'extra' ? 'What stands there' : 'The template\u2019s version';
  return {
    code,
    ...rest,
    support: { pages, of },
    related: exampleOf(example, shown ?? wholeNode(example, at), `${where} on ${supportText(difference.verdict)}.`),
    normalisers: normalisersApplied([
      ...('node' in difference ? [{ page, node: difference.node }] : []),
      { page: example, node: at },
    ]),
    identity: [code, treePath(page, rest.node), value].join('|'),
  };
}

export function nodeOf(page: ComparedPage, node: number): NodeOfPage {
  return { page: page.name, node };
}

export { signatureText };
