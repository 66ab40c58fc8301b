import { attributeValue, isStyleSheetLink, nodeName } from '../../../html/access.ts';
import { isHomePage } from '../../../html/page-address.ts';
import { ELEMENT } from '../../../html/tree.ts';
import { isMajority } from '../../counts/majority.ts';
import { thresholds as countThresholds } from '../../counts/thresholds.ts';
import type { Repair } from '../../edits/repair.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { leadsHere, leadsNowhere, normalAddress } from '../../keys/normal-form/address.ts';
import { decodedPath, fileOf, isFileAt } from '../../keys/normal-form/file-of.ts';
import { SLOT, UNCOMPARED } from '../../keys/normal-form/node-traits.ts';
import { isFileHeld, missingFile } from '../../statements/held-targets.ts';
import { holdsElement, isPicture } from '../../statements/kinds-of-nodes.ts';
import { anchorsOf, isControl } from '../../statements/page-anchors.ts';
import type { ExamplePage } from '../agreement/template-nodes.ts';
import type { Finding } from '../finding.ts';

/** Why no change of a home page is safe. */
export const HOME_RISK = 'The home page is often the first to get a new version.';
const code = /^(?:code|kbd|pre|samp|textarea)$/;

/** A page and the example that a repair copies from. */
export interface Copying {
  readonly page: ComparedPage;
  readonly example: ExamplePage;
  /** Is there a file or folder at this path from the site's root? */
  exists(path: string): boolean;
}

/** Returns why a person should review a repair, judged by its kind; undefined if the kind is safe. `triedRisk` judges the result of the repair. */
export function repairRisk(finding: Finding, copying: Copying): string | undefined {
  const { repair, support, node } = finding;
  const { page, example, exists } = copying;
  if (!repair) return undefined;
  if (!support || !isMajority(support.pages, support.of, countThresholds.majorityShare)) return 'Too few pages agree.';
  if (isInCode(page, node)) return 'It changes a sample of code.';
  if (isHomePage(page.name)) return HOME_RISK;
  switch (repair.kind) {
    case 'insert':
      if (isPicture(example, repair.from.node) && !holdsElement(example, repair.from.node, 'a'))
        return 'The page may do without the picture.';
      if (holdsSheet(example, repair.from.node)) return 'The page may do without the style sheet.';
      if (holdsElement(example, repair.from.node, 'script')) return 'The page may do without the script.';
      return holdsDeadEnd(example, repair.from.node) ? 'It adds a link that leads nowhere.' : undefined;
    case 'attribute':
      return attributeRisk(finding, repair, page, example, exists);
    case 'move':
      return 'Another order seldom matters.';
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

/** True for a style sheet, and for a node that holds one. A `link` in a block is taken for one. */
function holdsSheet(page: ComparedPage, node: number): boolean {
  if (nodeName(page.tree, node) === 'link') return isStyleSheetLink(page.tree, page.source, node);
  return holdsElement(page, node, 'style') || holdsElement(page, node, 'link');
}

/** True if a link in a node of the page leads nowhere, and has no other purpose that can be seen. */
function holdsDeadEnd(page: ComparedPage, node: number): boolean {
  const { tree, source } = page;
  for (let at = node; at < tree.subtreeEnd[node]!; at++) {
    const href = tree.kind[at] === ELEMENT && nodeName(tree, at) === 'a' ? attributeValue(tree, source, at, 'href') : undefined;
    if (href !== undefined && leadsNowhere(href) && !isControl(page, at)) return true;
  }
  return false;
}

const addresses = new Set(['action', 'background', 'cite', 'formaction', 'href', 'poster', 'src', 'srcset']);
const words = new Set(['alt', 'aria-label', 'aria-description', 'content', 'label', 'placeholder', 'summary', 'title', 'value']);
const references = new Set(['for', 'form', 'headers', 'list', 'usemap', 'data-target', 'data-bs-target']);

/**
 * Why a person should look at the change of an attribute: a sentence, or undefined.
 * @param exists is there a file or folder at this path from the site's root?
 */
function attributeRisk(
  { code, node }: Finding,
  { name, from }: Extract<Repair, { kind: 'attribute' }>,
  page: ComparedPage,
  example: ExamplePage,
  exists: (path: string) => boolean,
): string | undefined {
  const here = attributeValue(page.tree, page.source, node, name);
  const there = attributeValue(example.tree, example.source, from.node, name);
  if (page.signatures.traits[node]! & (SLOT | UNCOMPARED)) return 'The value is each page\u2019s own.';
  if (addresses.has(name)) {
    if (code !== 'template/wrong-target') return 'It changes an address.';
    return addressRisk(here ?? '', there ?? '', page, example, exists);
  }
  if (name === 'lang' || name === 'xml:lang' || name === 'hreflang') return 'It changes a language.';
  if (name === 'id' || name === 'name' || references.has(name) || name.startsWith('on'))
    return `Something may refer to "${name}".`;
  if (words.has(name) && here !== undefined) return 'It replaces words of this page.';
  if (name.startsWith('aria-') || name.startsWith('data-')) {
    if (/^#|(?:by|controls|owns|details)$/.test(there ?? '') || /(?:by|controls|owns|details)$/.test(name))
      return `Something may refer to "${name}".`;
  }
  if (there === undefined) return `It takes away what stands on this page: "${name}".`;
  if (name === 'class') return 'Its classes may be a state of this page.';
  return here === undefined ? undefined : `Its "${name}" may be meant for this page.`;
}

function addressRisk(
  here: string,
  there: string,
  page: ComparedPage,
  example: ComparedPage,
  exists: (path: string) => boolean,
): string | undefined {
  const leads = normalAddress(here, page.context);
  if (/^#./.test(here.trim()) && anchorsOf(page).there.has(decodedPath(here.trim()))) return 'It leads to a place on this page.';
  if (/^\/(?!\/)/.test(there) && !here.startsWith('/')) return 'It leads from the root of the host.';
  // Pages of a folder, a translation or a signed-in reader have menus of their own.
  if (isFileAt(leads, exists)) return `It leads away from ${leads.slice(1)}, which exists.`;
  const [own, target] = [fileOf(here, page.context.base), fileOf(there, example.context.base)];
  const isMissing = (file: string | undefined): boolean => file !== undefined && !exists(file);
  if (isMissing(target) && !isMissing(own)) return `It leads to ${target}, which does not exist.`;
  const wanted = normalAddress(there, example.context);
  if (leads.startsWith('//') && leadsHere(wanted, page.context) === 'page') return 'It makes the page link to itself.';
  return undefined;
}

/** The file that a differing address leads to and that does not exist, if the file of the example's address does. */
export function deadTarget({ node, repair }: Finding, { page, example, exists }: Copying): string | undefined {
  if (repair?.kind !== 'attribute' || !addresses.has(repair.name)) return undefined;
  return isFileHeld(example, repair.from.node, exists, repair.name) ? missingFile(page, node, exists, repair.name) : undefined;
}
