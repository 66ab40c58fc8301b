// Gold labels of a page, out of the rules of a site's gold.json. They share no code with the product: parse5 builds the tree,
// css-select applies the rules, and files are decoded by html-encoding-sniffer and iconv-lite.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { selectAll } from 'css-select';
import sniffEncoding from 'html-encoding-sniffer';
import iconv from 'iconv-lite';
import { parse } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import type { Label, LabelledNode } from 'templens-shared/labels';

type Element = Htmlparser2TreeAdapterMap['element'];
type ParentNode = Htmlparser2TreeAdapterMap['parentNode'];

/** A selector of css-select; with the suffix `::text` it means the text nodes directly inside the elements it selects. */
export interface GoldRule {
  css: string;
  label: Label;
}

/** A site's gold.json, as far as it is read here. */
export interface GoldFile {
  site: string;
  category: string;
  source: { repo: string; commit: string; path: string; license: string };
  /** The true groups; every page stands in exactly one. */
  templates: { name: string; pages: string[]; rules: GoldRule[]; keyPages?: string[] }[];
}

export interface GoldPage {
  /** Name of the true group. */
  group: string;
  rules: GoldRule[];
  /** Its labels were read node by node. */
  key: boolean;
}

export interface GoldSite {
  name: string;
  gold: GoldFile;
  pagesFolder: string;
  /** By path relative to `pagesFolder`, with `/`. */
  pages: Map<string, GoldPage>;
  /** The decoded text of a page. */
  read(page: string): string;
  /** The gold labels of a page; computed once. */
  nodes(page: string): GoldNode[];
}

export type GoldNode = Omit<LabelledNode, 'score'>;

/** Bytes to text: byte-order mark, else declared charset, else UTF-8 when valid, else windows-1252. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString('utf8').slice(1);
  const declared = sniffEncoding(bytes, { defaultEncoding: 'x-none' });
  if (declared !== 'x-none' && declared !== 'windows-1252') return iconv.decode(bytes, declared);
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') && !bytes.includes('\ufffd') ? iconv.decode(bytes, 'windows-1252') : text;
}

/** Reads `<folder>/gold.json`; pages are read on demand. Throws when the file is missing or is not JSON. */
export function loadGoldSite(folder: string): GoldSite {
  const gold = JSON.parse(readFileSync(join(folder, 'gold.json'), 'utf8')) as GoldFile;
  const pagesFolder = join(folder, 'pages');
  const pages = new Map<string, GoldPage>();
  for (const template of gold.templates) {
    for (const page of template.pages) {
      pages.set(page, { group: template.name, rules: template.rules, key: template.keyPages?.includes(page) ?? false });
    }
  }
  const read = (page: string) => decode(readFileSync(join(pagesFolder, page)));
  const labelled = new Map<string, GoldNode[]>();
  const nodes = (page: string) => {
    let known = labelled.get(page);
    if (!known) {
      known = goldNodes(read(page), pages.get(page)?.rules ?? []);
      labelled.set(page, known);
    }
    return known;
  };
  return { name: gold.site, gold, pagesFolder, pages, read, nodes };
}

/** Elements that stand in the source and texts that are not blank, in document order; offsets are UTF-16 code units. */
export function goldNodes(html: string, rules: readonly GoldRule[]): GoldNode[] {
  const document = parse(html, { treeAdapter: adapter, sourceCodeLocationInfo: true });
  const elementLabels = new Map<unknown, Label>();
  const textLabels = new Map<unknown, Label>();
  for (const { css, label } of rules) {
    const ofText = css.endsWith('::text');
    const selected = selectAll(ofText ? css.slice(0, -'::text'.length) : css, document, { xmlMode: false });
    for (const element of selected) (ofText ? textLabels : elementLabels).set(element, label);
  }
  const nodes: GoldNode[] = [];
  const visit = (node: ParentNode, inherited: Label): void => {
    let label = inherited;
    if (isElement(node)) {
      label = elementLabels.get(node) ?? inherited;
      const at = node.sourceCodeLocation;
      if (at) nodes.push({ start: at.startOffset, end: at.endOffset, kind: 'element', label });
    }
    for (const child of node.children) {
      if (child.type === 'text') {
        const at = child.sourceCodeLocation;
        if (!at || !child.data.trim()) continue;
        nodes.push({ start: at.startOffset, end: at.endOffset, kind: 'text', label: textLabels.get(node) ?? label });
      } else if ('children' in child) visit(child as ParentNode, label);
    }
  };
  visit(document, 'template');
  return nodes.sort((a, b) => a.start - b.start || b.end - a.end);
}

function isElement(node: ParentNode): node is Element {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style';
}
