import { attributeValue, nodeName } from '../../html/access.ts';
import { step } from '../../html/steps.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import { normalAddress } from '../keys/normal-form/address.ts';
import type { PageContext } from '../keys/normal-form/context.ts';
import { fileOf } from '../keys/normal-form/file-of.ts';

/** A page, as `pageReferences` reads it. */
interface Page {
  readonly tree: PageTree;
  readonly source: string;
  readonly context: PageContext;
}

/** What the elements of a page have to do with each other and with files, each with the number of times that the page says it. */
export interface PageReferences {
  /** Ids, and names of anchors. */
  readonly ids: ReadonlyMap<string, number>;
  /** Ids that an attribute refers to. */
  readonly references: ReadonlyMap<string, number>;
  /** Normal forms of the addresses of scripts and of links of the head. */
  readonly loaded: ReadonlyMap<string, number>;
  /** Paths from the site's root of the files that are loaded with the page. */
  readonly files: ReadonlyMap<string, number>;
  /** Attributes that hold a script. */
  readonly calls: ReadonlyMap<string, number>;
}

const known = new WeakMap<PageTree, PageReferences>();

/** Returns the references of a page. */
export function pageReferences(page: Page): PageReferences {
  const references = known.get(page.tree) ?? readReferences(page);
  known.set(page.tree, references);
  return references;
}

function readReferences(page: Page): PageReferences {
  const { tree, source, context } = page;
  const found = { ids: new Map(), references: new Map(), loaded: new Map(), files: new Map(), calls: new Map() };
  const count = (map: Map<string, number>, what: string): void => void map.set(what, (map.get(what) ?? 0) + 1);
  step(tree.size);
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT) continue;
    const loaded = loadedAddress(page, node);
    if (loaded !== undefined) count(found.loaded, loaded);
    for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
      const name = source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!).toLowerCase();
      const value = attributeValue(tree, source, node, name)!;
      if (name === 'id' || (name === 'name' && nodeName(tree, node) === 'a')) count(found.ids, value);
      if (/^on[a-z]/.test(name) || (name === 'href' && /^\s*javascript:/i.test(value))) count(found.calls, name);
      for (const id of referredTo(name, value)) count(found.references, id);
      const file = loads(nodeName(tree, node), name) ? fileOf(value, context.base) : undefined;
      if (file !== undefined) count(found.files, file);
    }
  }
  return found;
}

/** The normal form of what a `script` or `link` element loads; undefined for other nodes. */
export function loadedAddress({ tree, source, context }: Page, node: number): string | undefined {
  const name = tree.kind[node] === ELEMENT ? nodeName(tree, node) : '';
  const attribute = name === 'script' ? 'src' : name === 'link' ? 'href' : undefined;
  const value = attribute && attributeValue(tree, source, node, attribute);
  return value === undefined ? undefined : normalAddress(value, context);
}

function loads(element: string, attribute: string): boolean {
  return attribute === 'href' ? element === 'link' : /^(?:background|data|poster|src)$/.test(attribute);
}

/** The ids that an attribute refers to. */
function referredTo(name: string, value: string): string[] {
  if (name === 'href' || name === 'data-target' || name === 'data-bs-target' || name === 'usemap')
    return /^#./.test(value) && !/^#(?:!|top$)/.test(value) ? [value.slice(1)] : [];
  if (isReference(name)) return value.split(/\s+/).filter(id => id !== '');
  return [];
}

/** True if the values of an attribute are ids. */
export function isReference(name: string): boolean {
  return /^(?:for|form|list|headers|aria-(?:.*by|controls|owns|details|flowto|activedescendant))$/.test(name);
}
