import type { Label } from 'templens-shared/labels';
import { thresholds } from './thresholds.ts';

/** Page counts behind the label of a node. All counts include the node's own page. */
export interface NodeCounts {
  readonly kind: 'element' | 'text';
  /** Pages in the group, and in the site. */
  readonly group: number;
  readonly site: number;
  /** Pages with an equal node key, in the group and in the site. */
  readonly same: number;
  readonly sameInSite: number;
  /** Pages of the group with an element at the same place; for a text, at the place of its parent. */
  readonly place: number;
  /** Mean share, 0 to 1, of the element's text or descendants that another page has; undefined for texts and empty elements. */
  readonly inside: { readonly of: 'text' | 'nodes'; readonly share: number } | undefined;
}

/** The label of a node, and circumstances that can explain it if the page counts favour the other label. */
export interface JudgedNode {
  readonly label: Label;
  /** True if a child is template. */
  readonly holdsTemplate: boolean;
  /** True if the nearest labelled ancestor is content. */
  readonly inContent: boolean;
  /** Paths of the copies of the page, which the default labels do not count (`copies.ts`). */
  readonly copies: readonly string[];
  readonly extractor: string;
}

/**
 * Sentence that explains a node's label by page counts. If the counts favour the other label, it names what decided instead. A page that is
 * alone in its group is compared with the rest of the site.
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

/** Clause on how many pages of the group have the node. */
function inGroup({ kind, group, same, place }: NodeCounts): string {
  const it = kind === 'text' ? 'this text here' : place > same ? 'one with the same attributes here' : 'one like it here';
  if (same === group) return `${group === 2 ? 'Both pages' : `All ${group} pages`} of its layout have ${it}`;
  if (same > 1) return `${same} of the ${group} pages of its layout have ${it}`;
  return group === 2
    ? `The other page of its layout does not have ${it}`
    : `No other of the ${group} pages of its layout has ${it}`;
}

/** Clause on how many pages of the site have the node. */
function inSite({ kind, site, sameInSite }: NodeCounts): string {
  const it = kind === 'text' ? 'this text here' : 'one like it here';
  const [others, having] = [site - 1, sameInSite - 1];
  if (others === 1) return `The other page of the site ${having === 1 ? 'has' : 'does not have'} ${it}`;
  if (having === 0) return `None of the ${others} other pages of the site has ${it}`;
  const some = having === others ? `All ${others}` : `${having} of the ${others}`;
  return `${some} other pages of the site ${having === 1 ? 'has' : 'have'} ${it}`;
}

/** Clause on how much of the element's content `others` have. */
function insideClause({ of, share }: NonNullable<NodeCounts['inside']>, others: string): string {
  const what = of === 'text' ? 'its text' : 'what is in it';
  if (share === 0 || share === 1) return `${others} ${share === 1 ? 'all' : 'none'} of ${what}`;
  const percent = Math.min(99, Math.max(1, Math.round(share * 100)));
  return `of ${what} ${others} ${percent} %${others.endsWith('have') ? ' on average' : ''}`;
}

/** Says how many pages have an element at the same place; undefined if no more pages than have the equal node. */
function placeClause({ kind, group, same, place }: NodeCounts): string | undefined {
  if (place <= same || (kind === 'text' && same > 1)) return undefined;
  const some = place === group ? (group === 2 ? 'both' : 'all') : `${place}`;
  return `${some} have ${kind === 'text' ? 'the element around it' : 'one of its kind'}`;
}

/** Names what decided if most other pages have a content node, or few have a template node; undefined if label and counts agree. */
function doubtOf({ group, site, same, sameInSite, inside }: NodeCounts, judged: JudgedNode): string | undefined {
  const own = group > 1 ? (same - 1) / (group - 1) : (sameInSite - 1) / (site - 1);
  const share = inside?.share ?? own;
  const { label, extractor, holdsTemplate, inContent, copies } = judged;
  if (label === 'content' ? Math.min(own, share) < 0.5 : Math.max(own, share) >= 0.5) return undefined;
  // The default labels are smoothed: an element that holds template is template, and a node in content is content.
  if (extractor === 'default' && label === 'content' && inContent) return 'it stands in content';
  if (extractor === 'default' && label === 'content' && copies.length > 0)
    return `${copies.join(' and ')} ${copies.length === 1 ? 'repeats' : 'repeat'} this page and ${copies.length === 1 ? 'does' : 'do'} not count`;
  if (extractor === 'default' && label === 'template' && holdsTemplate) return 'it holds template';
  return `yet ${whatElse(judged)}`;
}

/** Clause for a label that page counts do not explain: the default labels also use features of the node and its surroundings. */
function whatElse({ label, extractor }: JudgedNode): string {
  return extractor === 'default' ? `what it is and where it stands speaks for ${label}` : `${extractor} calls it ${label}`;
}
