import { attributeIndex, attributeValue } from '../../html/access.ts';
import { nameId } from '../../html/names.ts';
import { step } from '../../html/steps.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { elementText } from './element-text.ts';
import { parts } from './file-name.ts';
import { isControl, namesInScripts } from './page-anchors.ts';
import type { Found, PageMistake } from './page-mistake.ts';

const anchor = nameId('a');

const mailShown = /^[\w.+-]+@[\w-]+\.[\w.-]*\w$/;
/** Phone numbers with the code of a country, or with nine digits: fewer may be a date. */
const phoneShown = /^(?:\+[\d ().-]{6,30}\d|[(0](?:[ ().-]{0,3}\d){8,14})$/;

/**
 * A contact link that shows another e-mail address than the one it leads to, shows an address but leads nowhere, or leads to a host that is reserved
 * for examples (RFC 2606).
 */
export function wrongContact(page: ComparedPage, node: number): Found | undefined {
  const { tree, source } = page;
  const address = attributeValue(tree, source, node, 'href')?.trim();
  if (address === undefined || !(address === '' || /^(?:mailto:|#$)/i.test(address))) return undefined;
  const mail = /^mailto:([^?]+)/i.exec(address)?.[1]?.toLowerCase();
  const shown = elementText(page, node);
  const isNowhere = mail === undefined && !isControl(page, node) && (mailShown.test(shown) || phoneShown.test(shown));
  const isOther = mail !== undefined && mailShown.test(shown) && shown.toLowerCase() !== mail;
  if (!isNowhere && !isOther && !/@example\.(?:com|net|org)$/.test(mail ?? '')) return undefined;
  return {
    start: tree.start[node]!,
    end: tree.tagEnd[node]!,
    node,
    what: isNowhere
      ? `shows ${shown}, but leads nowhere`
      : isOther
        ? `shows another address, ${shown}`
        : 'leads to a placeholder',
    code: 'template/wrong-target',
  };
}

/** Elements with such links. Each costs a look at all that is in it. */
const MOST_PARENTS = 50;
/** Ids and classes of such a link: each is looked for in all scripts. */
const MOST_TOKENS = 10;
/** One to three words. */
const shortLabel = /^\p{L}{2,20}(?: \p{L}{1,20}){0,2}$/u;

/**
 * Links with the address `#` whose label is the name of a page in the same folder, such as "About us" and `about-us.html`, where this page exists.
 * A link beside an element with links opens a menu, and one whose id or class a script of the page names is handled there.
 */
export function linksToPagesOfLabels(page: ComparedPage): Found[] {
  const { tree, source, context } = page;
  const [folder, stem, extension] = parts(context.path);
  const found: Found[] = [];
  const isMenu = new Map<number, boolean>();
  const tokens = (node: number, attribute: string): string[] =>
    attributeValue(tree, source, node, attribute)?.split(/\s+/).filter(Boolean).slice(0, MOST_TOKENS) ?? [];
  let isNamed: ((selector: string) => boolean) | undefined;
  const isHandled = (node: number): boolean => {
    isNamed ??= namesInScripts(page);
    return [...tokens(node, 'id').map(id => `#${id}`), ...tokens(node, 'class').map(name => `.${name}`)].some(isNamed);
  };
  for (let node = 0; node < tree.size && isMenu.size < MOST_PARENTS; node++) {
    if (!isLink(tree, node) || attributeValue(tree, source, node, 'href')?.trim() !== '#') continue;
    const label = elementText(page, node).trim();
    if (!shortLabel.test(label) || isControl(page, node)) continue;
    const names = [label, label.toLowerCase()].flatMap(name => ['', '-', '_'].map(between => name.replaceAll(' ', between)));
    if (label.toLowerCase() === 'home') names.push('index');
    const parent = tree.parent[node]!;
    if (!isMenu.has(parent)) isMenu.set(parent, holdsOtherLinks(page, parent));
    if (names.includes(stem) || isMenu.get(parent) || isHandled(node)) continue;
    found.push({
      start: tree.start[node]!,
      end: tree.tagEnd[node]!,
      node,
      what: `shows ${label}, but leads nowhere`,
      code: 'template/wrong-target',
      ifExists: [...new Set(names)].map(name => folder + name + extension),
    });
  }
  return found;
}

/** A mistake with the file that it depends on; none if there is no such file. */
export function withTarget(
  mistake: PageMistake,
  { tree, source }: ComparedPage,
  exists: (path: string) => boolean,
): PageMistake[] {
  if (mistake.ifExists === undefined) return [mistake];
  const path = mistake.ifExists.find(exists);
  if (path === undefined) return [];
  const at = attributeIndex(tree, source, mistake.node, 'href');
  const address = encodeURI(path.slice(path.lastIndexOf('/') + 1));
  const correction =
    source.slice(mistake.start, tree.attrValueStart[at]) + address + source.slice(tree.attrValueEnd[at], mistake.end);
  return [{ ...mistake, what: `${mistake.what}; the site has ${path}`, correction }];
}

/** True if a child of an element, which is no link itself, contains links. */
function holdsOtherLinks({ tree }: ComparedPage, parent: number): boolean {
  for (let child = parent + 1; child < tree.subtreeEnd[parent]!; child = tree.subtreeEnd[child]!) {
    step(tree.subtreeEnd[child]! - child);
    for (let at = child + 1; at < tree.subtreeEnd[child]! && !isLink(tree, child); at++) if (isLink(tree, at)) return true;
  }
  return false;
}

function isLink(tree: PageTree, node: number): boolean {
  return tree.name[node] === anchor && tree.kind[node] === ELEMENT;
}
