import type { Label } from 'templens-shared/labels';
import { thresholds } from './thresholds.ts';

/** What was counted for a node. Numbers are pages, this one among them. */
export interface NodeCounts {
  readonly kind: 'element' | 'text';
  /** In the group, and in the site. */
  readonly group: number;
  readonly site: number;
  /** That have the very same node: in the group, and in the site. */
  readonly same: number;
  readonly sameInSite: number;
  /** Of the group, that have an element of its kind at its place; of a text, the element around it. */
  readonly place: number;
  /** What the others have, on average, of what is in the element: of its text, or of its nodes; undefined where nothing is in it. */
  readonly inside: { readonly of: 'text' | 'nodes'; readonly share: number } | undefined;
}

export interface JudgedNode {
  readonly label: Label;
  /** A node right in it is template; what it stands in is content. */
  readonly holdsTemplate: boolean;
  readonly inContent: boolean;
  /** Paths of the pages that repeat the page, which the default labels do not count. */
  readonly copies: readonly string[];
  readonly extractor: string;
}

/**
 * One sentence on what speaks for a node's label. Where the counts speak for the other label, it says so. A page that is alone in its group
 * is compared with the rest of the site.
 */
export function evidenceReason(counts: NodeCounts, judged: JudgedNode): string {
  const { group, site, same, sameInSite, inside } = counts;
  if (site === 1) return `The site has no other page to compare it with; ${whatElse(judged)}.`;
  const clauses = [group > 1 ? inGroup(counts) : inSite(counts)];
  const alone = group > 1 ? same === 1 : sameInSite === 1;
  if (inside && !(alone && inside.share === 0))
    clauses.push(insideClause(inside, (group > 1 ? group : site) === 2 ? 'the other has' : 'the others have'));
  if (group > 1) {
    const place = placeClause(counts);
    if (place) clauses.push(place);
    const elsewhere = sameInSite - same;
    if (elsewhere > 0 && (same < group || group <= thresholds.fewPages))
      clauses.push(
        `${elsewhere} ${elsewhere === 1 ? 'page of another layout has' : 'pages of other layouts have'} ${counts.kind === 'text' ? 'it' : 'one'} as well`,
      );
  }
  const doubt = doubtOf(counts, judged);
  if (doubt) clauses.push(doubt);
  return `${clauses.join('; ')}.`;
}

function inGroup({ kind, group, same, place }: NodeCounts): string {
  const it = kind === 'text' ? 'this text here' : place > same ? 'one with the same attributes here' : 'one like it here';
  if (same === group) return `${group === 2 ? 'Both pages' : `All ${group} pages`} of its layout have ${it}`;
  if (same > 1) return `${same} of the ${group} pages of its layout have ${it}`;
  return group === 2
    ? `The other page of its layout does not have ${it}`
    : `No other of the ${group} pages of its layout has ${it}`;
}

function inSite({ kind, site, sameInSite }: NodeCounts): string {
  const it = kind === 'text' ? 'this text here' : 'one like it here';
  const [others, having] = [site - 1, sameInSite - 1];
  if (others === 1) return `The other page of the site ${having === 1 ? 'has' : 'does not have'} ${it}`;
  if (having === 0) return `None of the ${others} other pages of the site has ${it}`;
  const some = having === others ? `All ${others}` : `${having} of the ${others}`;
  return `${some} other pages of the site ${having === 1 ? 'has' : 'have'} ${it}`;
}

function insideClause({ of, share }: NonNullable<NodeCounts['inside']>, others: string): string {
  const what = of === 'text' ? 'its text' : 'what is in it';
  if (share === 0 || share === 1) return `${others} ${share === 1 ? 'all' : 'none'} of ${what}`;
  const percent = Math.min(99, Math.max(1, Math.round(share * 100)));
  return `of ${what} ${others} ${percent} %${others.endsWith('have') ? ' on average' : ''}`;
}

/** How many have the like of it, where that is more than have the very same. */
function placeClause({ kind, group, same, place }: NodeCounts): string | undefined {
  if (place <= same || (kind === 'text' && same > 1)) return undefined;
  const some = place === group ? (group === 2 ? 'both' : 'all') : `${place}`;
  return `${some} have ${kind === 'text' ? 'the element around it' : 'one of its kind'}`;
}

/** What decided where most others have a node that is content, or few have one that is template. */
function doubtOf({ group, site, same, sameInSite, inside }: NodeCounts, judged: JudgedNode): string | undefined {
  const own = group > 1 ? (same - 1) / (group - 1) : (sameInSite - 1) / (site - 1);
  const share = inside?.share ?? own;
  const { label, extractor, holdsTemplate, inContent, copies } = judged;
  if (label === 'content' ? Math.min(own, share) < 0.5 : Math.max(own, share) >= 0.5) return undefined;
  // The default labels are smoothed so that what holds template is template, and what stands in content is content.
  if (extractor === 'default' && label === 'content' && inContent) return 'it stands in content';
  if (extractor === 'default' && label === 'content' && copies.length > 0)
    return `${copies.join(' and ')} ${copies.length === 1 ? 'repeats' : 'repeat'} this page and ${copies.length === 1 ? 'does' : 'do'} not count`;
  if (extractor === 'default' && label === 'template' && holdsTemplate) return 'it holds template';
  return `yet ${whatElse(judged)}`;
}

/** Beside counts, the default labels look at the node itself and at what is around it; published extractors have rules of their own. */
function whatElse({ label, extractor }: JudgedNode): string {
  return extractor === 'default' ? `what it is and where it stands speaks for ${label}` : `${extractor} calls it ${label}`;
}
