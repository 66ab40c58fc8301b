// What other parsers see in a page, and where a page tree differs from it.
import { Parser } from 'htmlparser2';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { nodeName } from '../../server/src/core/page/access.ts';
import { ELEMENT, IMPLIED, type PageTree, TEXT } from '../../server/src/core/page/tree.ts';

/** Where the start tag begins and ends, and the lower-case name. */
export interface StartTag {
  start: number;
  tagEnd: number;
  name: string;
  /** Start of the nearest element around it that has a start tag, or -1. */
  parent?: number;
}

type Node = DefaultTreeAdapterTypes.Node;

/**
 * Start tags in document order, and the starts of the texts that are not blank, as the HTML standard's tree construction has them. The
 * line break right after `<pre>`, `<listing>` and `<textarea>`, which HTML drops, is counted as part of the text here.
 */
export function parse5View(text: string): { elements: StartTag[]; texts: number[] } {
  const elements = new Map<number, StartTag>();
  const texts = new Set<number>();
  const visit = (node: Node, parent: number): void => {
    const at = node.sourceCodeLocation;
    if (node.nodeName === '#text') {
      if (at && 'value' in node && node.value.trim()) texts.add(firstTextStart(node, text) ?? at.startOffset);
      return;
    }
    if ('tagName' in node && at && 'startTag' in at && at.startTag) {
      elements.set(at.startOffset, {
        start: at.startOffset,
        tagEnd: at.startTag.endOffset,
        name: node.tagName.toLowerCase(),
        parent,
      });
      parent = at.startOffset;
    }
    for (const child of 'childNodes' in node ? node.childNodes : []) visit(child, parent);
    if ('content' in node) visit(node.content, parent);
  };
  visit(parse(text, { sourceCodeLocationInfo: true }), -1);
  return { elements: [...elements.values()].sort((a, b) => a.start - b.start), texts: [...texts].sort((a, b) => a - b) };
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
export function treeView(tree: PageTree): { elements: StartTag[]; texts: number[] } {
  const elements: StartTag[] = [];
  const texts: number[] = [];
  for (let i = 0; i < tree.size; i++) {
    if (tree.kind[i] === TEXT) texts.push(tree.start[i]!);
    if (tree.kind[i] !== ELEMENT || tree.flags[i]! & IMPLIED) continue;
    let parent = tree.parent[i]!;
    while (parent >= 0 && tree.flags[parent]! & IMPLIED) parent = tree.parent[parent]!;
    elements.push({
      start: tree.start[i]!,
      tagEnd: tree.tagEnd[i]!,
      name: nodeName(tree, i),
      parent: parent < 0 ? -1 : tree.start[parent]!,
    });
  }
  return { elements: elements.sort((a, b) => a.start - b.start), texts: texts.sort((a, b) => a - b) };
}

/** One line for every tag of `expected` that `actual` lacks or has otherwise. */
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

/** One line for every text start of `expected` that `actual` lacks. */
export function missingTexts(expected: readonly number[], actual: readonly number[], text: string): string[] {
  const known = new Set(actual);
  return expected
    .filter(start => !known.has(start))
    .map(start => `no text at ${start}: ${JSON.stringify(text.slice(start, start + 30))}`);
}
