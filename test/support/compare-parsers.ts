// What other parsers see in a page, and where a page tree differs from it.
import { Parser } from 'htmlparser2';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { elementName } from '../../server/src/core/page/access.ts';
import { ELEMENT, IMPLIED, type PageTree, TEXT } from '../../server/src/core/page/tree.ts';

/** Where the start tag begins and ends, and the lower-case name. */
export interface StartTag {
  start: number;
  tagEnd: number;
  name: string;
}

type Node = DefaultTreeAdapterTypes.Node;

/** Start tags in document order, and the starts of the texts that are not blank, as the HTML standard's tree construction has them. */
export function parse5View(text: string): { elements: StartTag[]; texts: number[] } {
  const elements = new Map<number, StartTag>();
  const texts = new Set<number>();
  const visit = (node: Node): void => {
    const at = node.sourceCodeLocation;
    if (node.nodeName === '#text') {
      if (at && 'value' in node && node.value.trim()) texts.add(at.startOffset);
      return;
    }
    if ('tagName' in node && at && 'startTag' in at && at.startTag) {
      elements.set(at.startOffset, { start: at.startOffset, tagEnd: at.startTag.endOffset, name: node.tagName.toLowerCase() });
    }
    for (const child of 'childNodes' in node ? node.childNodes : []) visit(child);
    if ('content' in node) visit(node.content);
  };
  visit(parse(text, { sourceCodeLocationInfo: true }));
  return { elements: [...elements.values()].sort((a, b) => a.start - b.start), texts: [...texts].sort((a, b) => a - b) };
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
    elements.push({ start: tree.start[i]!, tagEnd: tree.tagEnd[i]!, name: elementName(tree, i) });
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

/** One line for every text start of `expected` that `actual` lacks. */
export function missingTexts(expected: readonly number[], actual: readonly number[], text: string): string[] {
  const known = new Set(actual);
  return expected
    .filter(start => !known.has(start))
    .map(start => `no text at ${start}: ${JSON.stringify(text.slice(start, start + 30))}`);
}
