import type { PageDigest } from '../core/digest/page-digest.ts';
import {
  movedPage,
  offsetsAfter,
  offsetsAround,
  type PlacedPage,
  placedBy,
  replacedRange,
} from '../core/directives/moved-page.ts';
import type { Finding } from '../core/findings/finding.ts';
import type { PageFeatures } from '../core/labels/page-features.ts';
import { nodeName } from '../html/access.ts';
import { category, VOID } from '../html/names.ts';
import { ELEMENT, FOREIGN, IMPLIED, type PageTree } from '../html/tree.ts';
import type { FileStamp } from './discover.ts';

/** What the file of an open page is like, for a look at what is typed into the page. */
export interface SavedPage {
  stamp: FileStamp | undefined;
  text: string;
  digest: PageDigest;
  features: PageFeatures;
  /** See `unfinishedMarkup`. */
  unfinished: number;
}

export function savedPage(text: string, { digest, features, stamp }: Omit<SavedPage, 'text' | 'unfinished'>): SavedPage {
  return { stamp, text, digest, features, unfinished: unfinishedMarkup(text, digest.tree) };
}

/** The saved page's nodes where they stand in an editor's text. */
export function placedIn(text: string, saved: SavedPage): PlacedPage {
  return movedPage(saved.digest, text.length, offsetsAfter(saved.text, text));
}

/** The findings of the saved page where they stand in an editor's text; those in what was replaced are dropped. */
export function findingsIn(text: string, saved: SavedPage, findings: readonly Finding[]): Finding[] {
  const replaced = replacedRange(saved.text, text);
  const placed = placedBy(offsetsAround(replaced));
  const isKept = ({ start, end }: { start: number; end: number }): boolean =>
    end <= replaced.start || start >= replaced.end || (start <= replaced.start && end >= replaced.end);
  return findings.filter(isKept).map(({ details, ...finding }) => ({
    ...placed(finding),
    ...(details && { details: details.filter(isKept).map(placed) }),
  }));
}

/**
 * Is an editor's text something that is being typed, rather than a page? More tags, comments or elements are unfinished than in the file,
 * or less than half of the saved page is left: what is open yet swallows what follows. A page that was saved so is as its author wants it.
 */
export function isHalfTyped(text: string, tree: PageTree, saved: SavedPage | undefined): boolean {
  if (saved && tree.size * 2 < saved.digest.tree.size) return true;
  return unfinishedMarkup(text, tree) > (saved?.unfinished ?? 0);
}

/** A tag that the next one begins in, or the end of the text; `</` and `<!` that are no tag, comment or declaration. */
const brokenTag = /<\/?[a-z][^<>]*(?=<|$)|<\/(?![a-z])|<!(?!--|doctype\b|\[)/gi;

/** Number of tags without their `>`, of comments without their end, and of elements that lack the end tag that they must have. */
function unfinishedMarkup(text: string, tree: PageTree): number {
  const tags = text.match(brokenTag)?.length ?? 0;
  const comments = (text.match(/<!--/g)?.length ?? 0) - (text.match(/-->/g)?.length ?? 0);
  let elements = 0;
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] === ELEMENT && tree.closeStart[node] === tree.end[node] && needsEndTag(tree, node)) elements++;
  }
  return tags + Math.max(0, comments) + elements;
}

const optionalEnd = new Set(
  'html head body li dt dd p rb rt rtc rp optgroup option colgroup caption thead tbody tfoot tr td th frame frameset'.split(' '),
);

function needsEndTag(tree: PageTree, node: number): boolean {
  return (
    !(tree.flags[node]! & (IMPLIED | FOREIGN)) && !(category(tree.name[node]!) & VOID) && !optionalEnd.has(nodeName(tree, node))
  );
}
