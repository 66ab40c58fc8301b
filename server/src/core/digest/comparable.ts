import { attributeValue, nodeText, titleElement } from '../../html/access.ts';
import { nameId } from '../../html/names.ts';
import { BLANK, ELEMENT, IMPLIED, type PageTree, TEXT } from '../../html/tree.ts';

const n = {
  a: nameId('a'),
  body: nameId('body'),
  frameset: nameId('frameset'),
  head: nameId('head'),
  html: nameId('html'),
  link: nameId('link'),
  meta: nameId('meta'),
  script: nameId('script'),
} as const;
/** Limits that decide which pages are compared. Changing one changes answers; `npm run findings` shows the effect. */
const thresholds = {
  /** Nodes. Least number of elements and texts in a page that is compared with others (N22); a smaller one is a fragment or a stub. */
  comparableNodes: 8,
} as const;

/** A script that begins with leaving the page. */
const leavesAtOnce = /^\s*(?:(?:window|document|self|top)\.)?location(?:\.href)?\s*(?:=(?!=)|\.(?:assign|replace)\s*\()/;

/** A title of an error page: `404 Not Found`, `Error 404 (Not Found)`, `Not Found`. Tools that copy a site save such answers as pages. */
const errorTitle =
  /^(?:error\W*)?[45]\d\d\W*(?:$|error|(?:page |file |file or directory )?not found|forbidden|unauthorized|bad |gone|internal |service |gateway )|^(?:page |file )?not found$/i;

/** Path of an error page, or of a page that is shown without a connection. */
const errorPath =
  /(?:^|\/)(?:40[0134]|410|50[0-4]|error-?(?:page|[45]\d\d)?|(?:page[-_]?)?not[-_]?found|offline)(?:\/index)?\.\w+$/i;

const landmarks = new Set(['aside', 'footer', 'form', 'header', 'nav'].map(nameId));

/**
 * N22: true if a page takes part in comparisons: it counts for other pages and is checked against them. False for error pages, redirects,
 * print versions, framesets and fragments (without `<html>` and `<title>`, or with very few nodes).
 * @param path path of the page from the site's root
 */
export function isComparable(tree: PageTree, source: string, path: string): boolean {
  if (errorPath.test(path)) return false;
  const title = titleElement(tree);
  if (title >= 0 && isErrorTitle(tree, source, title)) return false;
  const print = /(?:^|[/._-])print(?:able|view|version|page)?(?:[._-]|$)/i.test(path);
  let nodes = 0;
  let hasLandmark = false;
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] === TEXT) {
      if (tree.name[tree.parent[node]!] === n.script && leavesAtOnce.test(nodeText(tree, source, node))) return false;
      nodes += tree.flags[node]! & BLANK ? 0 : 1;
    }
    if (tree.kind[node] !== ELEMENT) continue;
    const name = tree.name[node]!;
    if (name === n.frameset) return false;
    if (name === n.meta && isRedirect(tree, source, node)) return false;
    hasLandmark ||= landmarks.has(name);
    if (name !== n.html && name !== n.head && name !== n.body && name !== n.meta && name !== n.link) nodes++;
  }
  if (print && !hasLandmark) return false;
  const isDocument = title >= 0 || !(tree.flags[tree.root]! & IMPLIED);
  return isDocument && nodes >= thresholds.comparableNodes;
}

function isErrorTitle(tree: PageTree, source: string, title: number): boolean {
  return title + 1 < tree.subtreeEnd[title]! && errorTitle.test(nodeText(tree, source, title + 1));
}

/**
 * Returns the title element, and its text, of an error page of a server that a tool saved in the place of a page. Returns undefined for other pages
 * and for the error page that belongs to the site: the name of its file says so, or it has several links.
 * @param path path of the page from the site's root
 */
export function savedErrorTitle(
  tree: PageTree,
  path: string,
  sourceOf: (path: string) => string | undefined,
): { node: number; title: string } | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/[45]\d\d|error|offline|not[-_ ]?found|forbidden|unauthori[sz]ed/i.test(name)) return undefined;
  const node = titleElement(tree);
  let links = 0;
  for (let at = 0; at < tree.size; at++) if (tree.kind[at] === ELEMENT && tree.name[at] === n.a) links++;
  // The error page of a server may have one link, to the maker of the server.
  const source = node < 0 || links > 1 ? undefined : sourceOf(path);
  return source !== undefined && isErrorTitle(tree, source, node) ? { node, title: nodeText(tree, source, node + 1) } : undefined;
}

/** True for a `meta` that leads to another address; HTML takes `0; index.html` and `0; url=index.html` alike, and `5` as a reload. */
function isRedirect(tree: PageTree, source: string, node: number): boolean {
  if ((attributeValue(tree, source, node, 'http-equiv') ?? '').toLowerCase() !== 'refresh') return false;
  return /^\s*[\d.]+[\s;,]+[^\s;,]/.test(attributeValue(tree, source, node, 'content') ?? '');
}
