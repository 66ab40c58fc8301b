import { nodeName } from '../../../html/access.ts';
import { ELEMENT } from '../../../html/tree.ts';
import { isMajority } from '../../counts/majority.ts';
import { thresholds as countThresholds } from '../../counts/thresholds.ts';
import type { Repair } from '../../edits/repair.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import type { ExamplePage } from '../comparison/template-nodes.ts';
import type { Finding } from '../finding.ts';
import { attributeRisk } from './attribute-risk.ts';

const code = /^(?:code|kbd|pre|samp|textarea)$/;

/** A page and the example that a repair copies from. */
export interface Copying {
  readonly page: ComparedPage;
  readonly example: ExamplePage;
  /** Is there a file or folder at this path from the site's root? */
  exists(path: string): boolean;
}

/**
 * Why a person should look at the repair of a finding before it is made, whatever comes of it: a sentence, or undefined where it restores what
 * nearly all pages have and takes nothing away. `triedRisk` says what would come of it.
 */
export function repairRisk(finding: Finding, copying: Copying): string | undefined {
  const { repair, support, node } = finding;
  const { page, example, exists } = copying;
  if (!repair) return undefined;
  if (!support || !isMajority(support.pages, support.of, countThresholds.majorityShare)) return 'Too few pages agree.';
  if (isInCode(page, node)) return 'It changes a sample of code.';
  switch (repair.kind) {
    case 'insert':
      return isInCode(page, repair.parent) ? 'It changes a sample of code.' : undefined;
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

function isInCode({ tree }: ComparedPage, node: number): boolean {
  for (let at = node; at >= 0; at = tree.parent[at]!) if (tree.kind[at] === ELEMENT && code.test(nodeName(tree, at))) return true;
  return false;
}
