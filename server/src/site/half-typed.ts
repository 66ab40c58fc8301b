import type { CheckDigest } from '../core/checks/check-digest.ts';
import type { PageDigest } from '../core/page/page-digest.ts';
import type { PageTree } from '../core/page/tree.ts';
import type { FileStamp } from './discover.ts';

/** What the file of an open page is like, for a look at what is typed into the page. */
export interface SavedPage {
  stamp: FileStamp | undefined;
  text: string;
  /** Nodes of its tree. */
  size: number;
  unfinished: boolean;
  checks: CheckDigest | undefined;
}

export function savedPage(text: string, digest: PageDigest, stamp: FileStamp | undefined): SavedPage {
  return { stamp, text, size: digest.tree.size, unfinished: hasUnfinishedTag(text, digest.tree), checks: digest.checks };
}

/**
 * Is an editor's text something that is being typed, rather than a page? A tag in it is unfinished, or less than half of the saved page is
 * left: a comment, a script or a quote that is open yet swallows what follows. A page that was saved like this is as its author wants it.
 */
export function isHalfTyped(text: string, tree: PageTree, saved: SavedPage | undefined): boolean {
  if (saved && tree.size * 2 < saved.size) return true;
  return !saved?.unfinished && hasUnfinishedTag(text, tree);
}

/** A `<` inside a tag, where the next tag begins before it ended; or a last tag without its end. */
function hasUnfinishedTag(text: string, tree: PageTree): boolean {
  const last = text.lastIndexOf('<');
  if (last > text.lastIndexOf('>') && /^[a-z/!?]/i.test(text.slice(last + 1, last + 2))) return true;
  if (tree.otherNames.some(name => name.includes('<'))) return true;
  for (let attribute = 0; attribute < tree.attrNameStart.length; attribute++) {
    const at = text.indexOf('<', tree.attrNameStart[attribute]!);
    if (at < 0) return false;
    if (at < tree.attrNameEnd[attribute]!) return true;
  }
  return false;
}
