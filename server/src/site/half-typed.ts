import type { PageDigest } from '../core/digest/page-digest.ts';
import {
  offsetsAfterEdit,
  offsetsAfterReplacement,
  type PlacedPage,
  pageAfterEdit,
  rangeMover,
  replacedRange,
} from '../core/directives/moved-page.ts';
import type { Finding } from '../core/findings/finding.ts';
import type { PageFeatures } from '../core/labels/page-features.ts';
import { nodeName } from '../html/access.ts';
import { category, VOID } from '../html/names.ts';
import { ELEMENT, FOREIGN, IMPLIED, type PageTree } from '../html/tree.ts';
import type { FileStamp } from './site-disk.ts';

/** The saved file of a page that is open in an editor, with the result of parsing it. `isHalfTyped` compares the editor's text with it. */
export interface SavedPage {
  stamp: FileStamp | undefined;
  text: string;
  digest: PageDigest;
  features: PageFeatures;
  /** Number of unfinished tags, comments and elements, see `unfinishedMarkup`. */
  unfinished: number;
}

/** Makes a `SavedPage` from a file's text and the result of parsing it. */
export function savedPage(text: string, { digest, features, stamp }: Omit<SavedPage, 'text' | 'unfinished'>): SavedPage {
  return { stamp, text, digest, features, unfinished: unfinishedMarkup(text, digest.tree) };
}

/** Returns the saved page with its nodes moved to their offsets in an editor's text. */
export function placedIn(text: string, saved: SavedPage): PlacedPage {
  return pageAfterEdit(saved.digest, text.length, offsetsAfterEdit(saved.text, text));
}

/**
 * Returns the findings of the saved page with their offsets in an editor's text. Drops findings, details and related places on the page that are
 * inside the replaced range or cross one of its ends.
 */
export function findingsIn(text: string, page: string, saved: SavedPage, findings: readonly Finding[]): Finding[] {
  const replaced = replacedRange(saved.text, text);
  const placed = rangeMover(offsetsAfterReplacement(replaced));
  const isKept = ({ start, end }: { start: number; end: number }): boolean =>
    end <= replaced.start || start >= replaced.end || (start <= replaced.start && end >= replaced.end);
  return findings.filter(isKept).map(({ details, ...finding }) => ({
    ...placed(finding),
    related: finding.related
      .filter(place => place.page !== page || isKept(place))
      .map(place => (place.page === page ? placed(place) : place)),
    ...(details && { details: details.filter(isKept).map(placed) }),
  }));
}

/**
 * True if an editor's text is not usable yet: it has more unfinished tags, comments and elements than the file, or less than half of its
 * nodes, since unclosed markup swallows the text after it. Unfinished markup that was saved counts as intended.
 */
export function isHalfTyped(text: string, tree: PageTree, saved: SavedPage | undefined): boolean {
  if (saved && tree.size * 2 < saved.digest.tree.size) return true;
  return unfinishedMarkup(text, tree) > (saved?.unfinished ?? 0);
}

/** A tag without `>` before the next tag or the end of the text; `</` or `<!` that begins no tag, comment or declaration. */
const brokenTag = /<\/?[a-z][^<>]*(?=<|$)|<\/(?![a-z])|<!(?!--|doctype\b|\[)/gi;

/** Returns the number of tags without `>`, of comments without end, and of elements without a required end tag. */
function unfinishedMarkup(text: string, tree: PageTree): number {
  const tags = text.match(brokenTag)?.length ?? 0;
  const comments = (text.match(/<!--/g)?.length ?? 0) - (text.match(/-->/g)?.length ?? 0);
  let elements = 0;
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] === ELEMENT && tree.closeStart[node] === tree.end[node] && needsEndTag(tree, node)) elements++;
  }
  return tags + Math.max(0, comments) + elements;
}

/** Elements that may lack an end tag, see the HTML Standard. */
const optionalEnd = new Set(
  'html head body li dt dd p rb rt rtc rp optgroup option colgroup caption thead tbody tfoot tr td th frame frameset'.split(' '),
);

function needsEndTag(tree: PageTree, node: number): boolean {
  return (
    !(tree.flags[node]! & (IMPLIED | FOREIGN)) && !(category(tree.name[node]!) & VOID) && !optionalEnd.has(nodeName(tree, node))
  );
}
