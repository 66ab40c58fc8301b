import { attributeValue } from '../../html/access.ts';
import { nameId } from '../../html/names.ts';
import { detached } from '../../html/strings.ts';
import { ELEMENT, ISLAND } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { leadsNowhere } from '../keys/normal-form/address.ts';
import { decodedPath } from '../keys/normal-form/file-of.ts';
import { IN_SCRIPT } from '../keys/normal-form/node-traits.ts';

/** The fragments that a page has links to, each as `#name` with its first link. */
export interface PageAnchors {
  /** They lead to no element, and no script of the page names them; no more than a menu has. */
  readonly dead: [fragment: string, node: number][];
  /** They lead to an element; no more than a menu has. */
  readonly alive: [fragment: string, node: number][];
}

const a = nameId('a');
/** Living and dead fragments that are kept: a table of contents may be long. */
export const mostFragments = 24;
/** Attributes of links that a script handles. */
const ofControls = /^(?:on\w+|data-.*|role|aria-(?:controls|expanded|haspopup))$/i;

export function pageAnchors(page: ComparedPage): PageAnchors {
  const { tree, source, context } = page;
  const links = new Map<string, number>();
  for (let node = 0; node < tree.size && !context.hasBase; node++) {
    if (tree.name[node] !== a || tree.kind[node] !== ELEMENT || tree.flags[node]! & ISLAND) continue;
    const fragment = fragmentOf(attributeValue(tree, source, node, 'href') ?? '');
    if (fragment !== undefined && !links.has(fragment) && !isControl(page, node)) links.set(fragment, node);
  }
  if (links.size === 0) return { dead: [], alive: [] };
  const { there, isNamed } = anchorsOf(page);
  const all = [...links];
  return {
    dead: all
      .filter(([fragment]) => !there.has(fragment))
      .slice(0, mostFragments)
      .filter(([fragment]) => !isNamed(fragment)),
    alive: all.filter(([fragment]) => there.has(fragment)).slice(0, mostFragments),
  };
}

/** The fragments that lead to an element of a page, and whether a script of the page names a fragment. */
export function anchorsOf(page: ComparedPage): {
  there: ReadonlySet<string>;
  isNamed: (fragment: string) => boolean;
} {
  const { tree } = page;
  const there = new Set<string>();
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] === ELEMENT) for (const id of idsOf(page, node)) there.add(`#${id}`);
  }
  return { there, isNamed: namesInScripts(page) };
}

/** The fragments by which addresses lead to an element: its `id` and, of a link, its `name`. */
export function idsOf({ tree, source }: ComparedPage, element: number): string[] {
  if (tree.attrFirst[element] === tree.attrFirst[element + 1]) return [];
  const names = tree.name[element] === a ? ['id', 'name'] : ['id'];
  return names.flatMap(name => attributeValue(tree, source, element, name) ?? []);
}

/** True if the scripts in a page name a selector, see `namesSelector`. */
export function namesInScripts({ tree, source, signatures: { traits } }: ComparedPage): (selector: string) => boolean {
  let scripts = '';
  for (let node = 0; node < tree.size; node++)
    if (traits[node]! & IN_SCRIPT) scripts += source.slice(tree.start[node]!, tree.end[node]!);
  return selector => namesSelector(scripts, selector);
}

/** True if the code of a script contains a selector, `#id` or `.class`, or the id or class alone in quotes. */
export function namesSelector(code: string, selector: string): boolean {
  return code.includes(selector) || ['"', "'", '`'].some(quote => code.includes(quote + selector.slice(1) + quote));
}

/** The fragment of a link to another page (`page.html#name`), as `fragmentOf`; undefined if a script handles the link. */
export function farFragment(page: ComparedPage, node: number, address: string): string | undefined {
  const at = address.indexOf('#');
  return at < 0 || isControl(page, node) ? undefined : fragmentOf(address.slice(at));
}

/** The decoded fragment of an address that is nothing else; undefined for the top of the page, routes of scripts and placeholders. */
function fragmentOf(address: string): string | undefined {
  const fragment = /^\s*(#[^\s!/#=&?:{}<>$][^#=&?{}<>$]*)$/.exec(address)?.[1]?.trimEnd();
  if (fragment === undefined || leadsNowhere(fragment) || /^#top$/i.test(fragment)) return undefined;
  return detached(decodedPath(fragment));
}

/** True if a script handles the link, or it opens a menu: by its attributes. */
export function isControl({ tree, source }: ComparedPage, node: number): boolean {
  for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++)
    if (ofControls.test(source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!))) return true;
  return false;
}
