import { nodeName } from '../../../html/access.ts';
import { ELEMENT } from '../../../html/tree.ts';
import { isMajority } from '../../counts/majority.ts';
import { thresholds as countThresholds } from '../../counts/thresholds.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import type { ExamplePage } from '../comparison/template-nodes.ts';
import type { Finding, Repair } from '../finding.ts';
import { attributeRisk } from './attribute-risk.ts';
import { doubledLink, type NodeRange } from './doubled-link.ts';
import { insertionRisk } from './insertion-risk.ts';

const code = /^(?:code|kbd|pre|samp|textarea)$/;

/** A page and the example that a repair copies from, each with where it has the part; nowhere for what is in no part. */
export interface Copying {
  readonly page: ComparedPage;
  readonly example: ExamplePage;
  readonly own: readonly NodeRange[];
  readonly others: readonly NodeRange[];
  /** Nodes of the example that all repairs together insert. */
  readonly inserted: ReadonlySet<number>;
  /** Is there a file or folder at this path from the site's root? */
  exists(path: string): boolean;
}

/**
 * Why a person should look at the repair of a finding before it is made: a sentence, or undefined where it restores what nearly all pages
 * have, takes nothing away, and leaves nothing dangling or double.
 */
export function repairRisk(finding: Finding, copying: Copying): string | undefined {
  const { repair, support, node } = finding;
  const { page, example, inserted, exists } = copying;
  if (!repair) return undefined;
  if (!support || !isMajority(support.pages, support.of, countThresholds.majorityShare)) return 'Too few pages agree.';
  if (isInCode(page, node)) return 'It changes a sample of code.';
  switch (repair.kind) {
    case 'insert':
      return isInCode(page, repair.parent)
        ? 'It changes a sample of code.'
        : (insertionRisk(page, example, repair, inserted) ?? doublingRisk(repair, copying));
    case 'attribute':
      return attributeRisk(finding, repair, page, example, exists);
    case 'move':
      return undefined;
    case 'remove':
      return 'It takes away what stands on this page.';
    case 'replace':
      return repair.part === 'tag' ? 'It changes several attributes.' : 'It replaces words of this page.';
    default:
      return 'It changes what this page says of itself.';
  }
}

/** Why a person should look at the repairs of several differences of one part together. */
export function jointRisk(repairs: readonly Repair[]): string | undefined {
  const kinds = new Set(repairs.map(({ kind }) => kind));
  return kinds.size > 1 ? 'The part differs in several ways: it may be another version.' : undefined;
}

function doublingRisk(
  { parent, from }: Extract<Repair, { kind: 'insert' }>,
  { page, example, own, others }: Copying,
): string | undefined {
  // A page that has nothing of the part lacks all of it.
  if (own.length === 0 && others.length > 0) return undefined;
  const isInPart = own.some(({ first, end }) => first <= parent && parent < end) && others.length > 0;
  const around = ({ tree }: ComparedPage, node: number): NodeRange[] => [{ first: node, end: tree.subtreeEnd[node]! }];
  const double = isInPart
    ? doubledLink(page, own, example, others, from.node)
    : doubledLink(page, around(page, parent), example, around(example, example.tree.parent[from.node]!), from.node);
  return double && `The page has the link ${double} already.`;
}

function isInCode({ tree }: ComparedPage, node: number): boolean {
  for (let at = node; at >= 0; at = tree.parent[at]!) if (tree.kind[at] === ELEMENT && code.test(nodeName(tree, at))) return true;
  return false;
}
