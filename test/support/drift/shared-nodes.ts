// Which nodes of a site's pages most pages of their true group share. Shares no code with the product: parse5 builds the trees, addresses
// are resolved by URL.
import { parse } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import type { Label } from 'templens-shared/labels';
import type { GoldSite } from '../gold.ts';

type Element = Htmlparser2TreeAdapterMap['element'];
type ChildNode = Htmlparser2TreeAdapterMap['childNode'];
type ParentNode = Htmlparser2TreeAdapterMap['parentNode'];

/** An element or a text that stands in the source of a page. Offsets are UTF-16 code units, `end` exclusive. */
export interface SourceNode {
  readonly kind: 'element' | 'text';
  /** Tag name; `#text`. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** End of the start tag; of a text, its end. */
  readonly tagEnd: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly label: Label;
  readonly parent: SourceNode | undefined;
  readonly children: SourceNode[];
  /** Names of the elements from the root down, and the node with everything below it, spelled in one way. */
  readonly path: string;
  readonly value: string;
  /** The start tag alone, spelled in one way. */
  readonly tag: string;
}

/** The nodes of a page in document order. */
export function sourceNodes(site: GoldSite, page: string, unlabelled: Label = 'content'): SourceNode[] {
  const text = site.read(page);
  const labels = new Map(site.nodes(page).map(node => [`${node.kind} ${node.start}`, node.label]));
  const nodes: SourceNode[] = [];
  const base = `http://site.invalid/${page}`;
  const visit = (node: ParentNode, path: string, parent: SourceNode | undefined): string => {
    const values: string[] = [];
    for (const child of node.children) values.push(visitChild(child, path, parent));
    return values.join('');
  };
  const visitChild = (child: ChildNode, path: string, parent: SourceNode | undefined): string => {
    const at = child.sourceCodeLocation;
    if (child.type === 'text') {
      const value = child.data.replace(/\s+/g, ' ').trim();
      if (value === '' || !at) return '';
      const label = labels.get(`text ${at.startOffset}`) ?? unlabelled;
      const node: SourceNode = {
        kind: 'text',
        name: '#text',
        start: at.startOffset,
        end: at.endOffset,
        tagEnd: at.endOffset,
        attributes: new Map(),
        label,
        parent,
        children: [],
        path,
        value,
        tag: '',
      };
      nodes.push(node);
      parent?.children.push(node);
      return value;
    }
    if (!isElement(child)) return 'children' in child ? visit(child as ParentNode, path, parent) : '';
    const tag = spelled(child, base);
    const inside = `${path}/${child.name}`;
    if (!at) return `<${tag}>${visit(child, inside, parent)}</>`;
    const node = {
      kind: 'element' as const,
      name: child.name,
      start: at.startOffset,
      end: at.endOffset,
      tagEnd: (at as { startTag?: { endOffset: number } }).startTag?.endOffset ?? at.endOffset,
      attributes: new Map(Object.entries(child.attribs)),
      label: labels.get(`element ${at.startOffset}`) ?? unlabelled,
      parent,
      children: [] as SourceNode[],
      path,
      value: '',
      tag,
    };
    nodes.push(node);
    parent?.children.push(node);
    node.value = `<${tag}>${visit(child, inside, node)}</>`;
    return node.value;
  };
  visit(parse(text, { treeAdapter: adapter, sourceCodeLocationInfo: true }), '', undefined);
  return nodes;
}

function isElement(node: ChildNode): node is Element {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style';
}

function spelled(element: Element, base: string): string {
  const attributes = Object.entries(element.attribs).map(([name, value]) => {
    if (name === 'class') return `class=${value.split(/\s+/).filter(Boolean).sort().join(' ')}`;
    if (name === 'href' || name === 'src' || name === 'action') return `${name}=${resolved(value, base)}`;
    return `${name}=${value}`;
  });
  return [element.name, ...attributes.sort()].join(' ');
}

function resolved(value: string, base: string): string {
  if (value.startsWith('#')) return value;
  try {
    return new URL(value, base).href;
  } catch {
    return value;
  }
}

/** The pages of a true group with their nodes, and in how many pages each thing stands. */
export class GroupNodes {
  readonly pages = new Map<string, SourceNode[]>();
  readonly #counts = new Map<string, number>();

  /** @param unlabelled label of nodes that have no gold label */
  constructor(site: GoldSite, pages: readonly string[], unlabelled: Label = 'content') {
    for (const page of pages) {
      const nodes = sourceNodes(site, page, unlabelled);
      this.pages.set(page, nodes);
      const things = new Set<string>();
      for (const node of nodes) for (const thing of [whole, tag, place].map(of => of(node))) things.add(thing);
      for (const [thing, count] of occurrences(nodes)) things.add(`${thing} x${count}`);
      for (const thing of things) this.#counts.set(thing, (this.#counts.get(thing) ?? 0) + 1);
    }
  }

  /** Would a majority be left if one page had it no longer: nine tenths of the pages, or all others of at least four? */
  #isShared(thing: string): boolean {
    const pages = this.pages.size;
    const others = (this.#counts.get(thing) ?? 0) - 1;
    return pages >= 5 && (others >= 0.9 * pages || others === pages - 1);
  }

  /** Do most pages have the node, with all that is in it, at the same path and as often as this page? */
  isShared(node: SourceNode, nodes: readonly SourceNode[]): boolean {
    return this.#isShared(`${whole(node)} x${occurrences(nodes).get(whole(node))}`);
  }

  /** Do most pages have an element with the same start tag there? */
  isTagShared(node: SourceNode, nodes: readonly SourceNode[]): boolean {
    return this.#isShared(`${tag(node)} x${occurrences(nodes).get(tag(node))}`);
  }

  /** Do the node and its next sibling stand side by side on most pages? */
  isOrderShared(node: SourceNode): boolean {
    return this.#isShared(place(node));
  }
}

function whole(node: SourceNode): string {
  return `${node.path}|${node.value}`;
}

function tag(node: SourceNode): string {
  return `${node.path}|tag|${node.tag}`;
}

/** The node and its next sibling. */
function place(node: SourceNode): string {
  const siblings = node.parent?.children ?? [];
  return `${node.path}|pair|${node.value}|${siblings[siblings.indexOf(node) + 1]?.value ?? ''}`;
}

const counted = new WeakMap<readonly SourceNode[], Map<string, number>>();

function occurrences(nodes: readonly SourceNode[]): Map<string, number> {
  let counts = counted.get(nodes);
  if (!counts) {
    counts = new Map();
    for (const node of nodes) for (const thing of [whole(node), tag(node)]) counts.set(thing, (counts.get(thing) ?? 0) + 1);
    counted.set(nodes, counts);
  }
  return counts;
}
