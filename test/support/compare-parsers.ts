// What other parsers see in a page, and where a page tree differs from it.
import { Parser } from 'htmlparser2';
import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, Parser as Html5Parser } from 'parse5';
import { nodeName } from '../../server/src/html/access.ts';
import { BLANK, ELEMENT, IMPLIED, type PageTree, TEXT } from '../../server/src/html/tree.ts';

/** Where the start tag begins and ends, and the lower-case name. */
export interface StartTag {
  start: number;
  tagEnd: number;
  name: string;
  /** Start of the nearest element around it that has a start tag, or -1. */
  parent?: number;
}

export interface ParserView {
  elements: StartTag[];
  /** Starts of the texts. */
  texts: number[];
  /** By the start of a text, that of the nearest element around it that has a start tag, or -1. */
  textParents: ReadonlyMap<number, number>;
  /** By the start of a text, where it ends: an HTML5 parser joins texts that an ignored tag separates. */
  textEnds: ReadonlyMap<number, number>;
}

type Node = DefaultTreeAdapterTypes.Node;

/** An HTML5 parser that leaves misplaced content of tables in the table, and knows which formatting elements it has copied. */
class InPlaceParser extends Html5Parser<DefaultTreeAdapterMap> {
  /** Of each copy, the element that it is a copy of. */
  readonly copied = new Map<Node, Node>();
  #firsts = new WeakMap<object, Node>();

  override _isElementCausesFosterParenting(): boolean {
    return false;
  }

  // A copy is made from the attributes of the start tag that the first one was made from.
  override _createElement(
    ...of: Parameters<Html5Parser<DefaultTreeAdapterMap>['_createElement']>
  ): DefaultTreeAdapterTypes.Element {
    const element = super._createElement(...of);
    const attributes = of[2];
    const first = this.#firsts.get(attributes);
    if (first) this.copied.set(element, first);
    else this.#firsts.set(attributes, element);
    return element;
  }
}

/**
 * Start tags in document order, and the starts of the texts that are not blank, as the HTML standard's tree construction has them, with
 * two departures (decision 1): what is misplaced in a table stays there, and what a copy of a formatting element holds is in the element
 * around the copy, or in what it is a copy of when nothing stands between them. The line break right after `<pre>`, `<listing>` and `<textarea>`, which HTML drops, is counted as part of the text.
 */
export function parse5View(text: string): ParserView {
  const parser = new InPlaceParser({ sourceCodeLocationInfo: true });
  parser.tokenizer.write(text, true);
  const elements = new Map<number, StartTag>();
  const textParents = new Map<number, number>();
  const textEnds = new Map<number, number>();
  const last = new Map<Node, Node>();
  const visit = (node: Node, home: Node, parent: number): void => {
    const at = node.sourceCodeLocation;
    // The empty element that an end tag without a start tag makes.
    if (!at && (node.nodeName === 'p' || node.nodeName === 'br')) return;
    const first = parser.copied.get(node);
    if (first && last.get(home) === first) home = first;
    else if (!first) {
      if (node.nodeName === '#text') {
        if (!at || !('value' in node && /[^\t\n\f\r ]/.test(node.value))) return;
        const start = firstTextStart(node, text) ?? at.startOffset;
        textParents.set(start, parent);
        textEnds.set(start, at.endOffset);
      }
      last.set(home, node);
      home = node;
    }
    if ('tagName' in home && home.sourceCodeLocation?.startTag) {
      const { startOffset, startTag } = home.sourceCodeLocation;
      if (!first)
        elements.set(startOffset, { start: startOffset, tagEnd: startTag.endOffset, name: home.tagName.toLowerCase(), parent });
      parent = startOffset;
    }
    for (const child of 'childNodes' in node ? node.childNodes : []) visit(child, home, parent);
    if ('content' in node) visit(node.content, home, parent);
  };
  visit(parser.document, parser.document, -1);
  return {
    elements: [...elements.values()].sort((a, b) => a.start - b.start),
    texts: [...textParents.keys()].sort((a, b) => a - b),
    textParents,
    textEnds,
  };
}

/** Where the text begins when it is the first in an element that drops a line break. */
function firstTextStart(node: DefaultTreeAdapterTypes.TextNode, text: string): number | undefined {
  const parent = node.parentNode;
  if (!parent || !['pre', 'listing', 'textarea'].includes(parent.nodeName) || parent.childNodes[0] !== node) return undefined;
  const tagEnd = (parent as DefaultTreeAdapterTypes.Element).sourceCodeLocation?.startTag?.endOffset;
  return tagEnd !== undefined && /[\r\n]/.test(text[tagEnd] ?? '') ? tagEnd : undefined;
}

/** Start tags in document order as htmlparser2's own parser has them. */
export function htmlparser2View(text: string): StartTag[] {
  const tags: StartTag[] = [];
  const parser = new Parser({
    onopentag(name, _attributes, implied) {
      if (!implied) tags.push({ start: parser.startIndex, tagEnd: parser.endIndex + 1, name: name.toLowerCase() });
    },
  });
  parser.end(text);
  return tags;
}

/** The same of a page tree. */
export function treeView(tree: PageTree): ParserView {
  const elements: StartTag[] = [];
  const textParents = new Map<number, number>();
  const textEnds = new Map<number, number>();
  for (let i = 0; i < tree.size; i++) {
    let around = tree.parent[i]!;
    while (around >= 0 && tree.flags[around]! & IMPLIED) around = tree.parent[around]!;
    const parent = around < 0 ? -1 : tree.start[around]!;
    if (tree.kind[i] === TEXT && !(tree.flags[i]! & BLANK)) {
      textParents.set(tree.start[i]!, parent);
      textEnds.set(tree.start[i]!, tree.end[i]!);
    }
    if (tree.kind[i] !== ELEMENT || tree.flags[i]! & IMPLIED) continue;
    elements.push({ start: tree.start[i]!, tagEnd: tree.tagEnd[i]!, name: nodeName(tree, i), parent });
  }
  return {
    elements: elements.sort((a, b) => a.start - b.start),
    texts: [...textParents.keys()].sort((a, b) => a - b),
    textParents,
    textEnds,
  };
}

/** One line for every tag of `expected` that `actual` lacks or has in another form. */
export function missingTags(expected: readonly StartTag[], actual: readonly StartTag[]): string[] {
  const known = new Map(actual.map(tag => [tag.start, tag]));
  return expected.flatMap(tag => {
    const found = known.get(tag.start);
    if (!found) return [`no <${tag.name}> at ${tag.start}`];
    if (found.name !== tag.name) return [`<${found.name}> for <${tag.name}> at ${tag.start}`];
    return found.tagEnd === tag.tagEnd ? [] : [`<${tag.name}> at ${tag.start} ends at ${found.tagEnd} for ${tag.tagEnd}`];
  });
}

/** One line for every tag of `expected` that stands in another element in `actual`. */
export function movedTags(expected: readonly StartTag[], actual: readonly StartTag[]): string[] {
  const known = new Map(actual.map(tag => [tag.start, tag]));
  return expected.flatMap(tag => {
    const found = known.get(tag.start);
    return !found || found.parent === tag.parent
      ? []
      : [`<${tag.name}> at ${tag.start} is in the element at ${found.parent} for ${tag.parent}`];
  });
}

/**
 * One line for every text of `actual` that no text of `expected` contains, or that stands in a different element, and for every text of
 * `expected` that is missing from `actual`.
 */
export function movedTexts(expected: ParserView, actual: ParserView): string[] {
  const lines: string[] = [];
  const seen = new Set<number>();
  for (const [start, parent] of actual.textParents) {
    const end = actual.textEnds.get(start)!;
    const around = expected.texts.findLast(at => at < end);
    if (around === undefined || expected.textEnds.get(around)! <= start) lines.push(`an additional text at ${start}`);
    else {
      seen.add(around);
      const found = expected.textParents.get(around);
      if (found !== parent) lines.push(`text at ${start} is in the element at ${parent} for ${found}`);
    }
  }
  for (const start of expected.texts) if (!seen.has(start)) lines.push(`no text at ${start}`);
  return lines;
}

/** One line for every text start of `expected` that `actual` lacks. */
export function missingTexts(expected: readonly number[], actual: readonly number[], text: string): string[] {
  const known = new Set(actual);
  return expected
    .filter(start => !known.has(start))
    .map(start => `no text at ${start}: ${JSON.stringify(text.slice(start, start + 30))}`);
}
