import { nodeName } from '../../html/access.ts';
import { ELEMENT, VERBATIM } from '../../html/tree.ts';
import { relocateAddress } from '../keys/normal-form/relative-address.ts';
import { addressAttributes, sourceSets } from './address-attributes.ts';
import { lineIndent, reindent } from './indentation.ts';
import { addressBase, type PageSource } from './page-source.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';

/**
 * The source of a page's node (or of its start tag alone) as it is to be written in another page: relative addresses lead to the same
 * places from there. Undefined where they cannot, because a `<base>` of one page alone leads out of the site.
 */
export function copiedSource(from: PageSource, node: number, to: PageSource, part: 'node' | 'tag' = 'node'): string | undefined {
  const { tree, source } = from;
  const start = tree.start[node]!;
  const end = part === 'tag' ? tree.tagEnd[node]! : sourceEnd(from, node);
  const relocate = relocation(from, to);
  const edits: TextEdit[] = [];
  const last = part === 'tag' ? node + 1 : tree.subtreeEnd[node]!;
  for (let at = tree.attrFirst[node]!; at < tree.attrFirst[last]!; at++) {
    const name = source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!).toLowerCase();
    const valueStart = tree.attrValueStart[at]!;
    const valueEnd = tree.attrValueEnd[at]!;
    const value = source.slice(valueStart, valueEnd);
    const text = copiedValue(name, value, relocate);
    if (text === undefined) return undefined;
    if (text !== value) edits.push({ start: valueStart - start, end: valueEnd - start, text });
  }
  return applyEdits(source.slice(start, end), edits);
}

/** How a relative address of one page is written in another. */
export type Relocation = (address: string) => string;

/** Undefined where no address can be taken along, because a `<base>` of one page alone leads out of the site. */
export function relocation(from: PageSource, to: PageSource): Relocation | undefined {
  const fromBase = addressBase(from);
  const toBase = addressBase(to);
  if ('folder' in fromBase && 'folder' in toBase) return address => relocateAddress(address, fromBase.folder, toBase.folder);
  return 'outside' in fromBase && 'outside' in toBase && fromBase.outside === toBase.outside ? address => address : undefined;
}

/** The raw value of an attribute as it is to be written in another page; undefined where it cannot be. */
export function copiedValue(name: string, value: string, relocate: Relocation | undefined): string | undefined {
  if (value === '' || !(addressAttributes.has(name) || sourceSets.has(name) || name === 'style')) return value;
  if (!relocate) return undefined;
  if (addressAttributes.has(name)) return relocate(value);
  if (name === 'style')
    return value.replace(/(url\(\s*(?:["']|&quot;|&#39;)?)([^"'&)]+)/gi, (_, open, address) => open + relocate(address));
  return value.replace(/(^|,)(\s*)([^\s,]+)/g, (_, comma, space, address) => comma + space + relocate(address));
}

/** Where a node's own source ends: without the white space that an element without an end tag runs into. */
export function sourceEnd({ tree, source }: PageSource, node: number): number {
  const end = tree.end[node]!;
  if (tree.kind[node] !== ELEMENT || tree.closeStart[node]! < end) return end;
  return tree.start[node]! + source.slice(tree.start[node]!, end).trimEnd().length;
}

/** A copied source with the indentation and the line ends of the place that it goes to. */
export function indentedCopy(copy: string, from: PageSource, node: number, indent: string, lineEnd: string): string {
  const start = from.tree.start[node]!;
  return reindent(copy, lineIndent(from.source, start), indent, lineEnd, verbatimRanges(from, node));
}

/** Ranges inside a node, from its start, whose white space means something. */
function verbatimRanges({ tree }: PageSource, node: number): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (let inner = node; inner < tree.subtreeEnd[node]!; inner++) {
    if (tree.kind[inner] !== ELEMENT || !(tree.flags[inner]! & VERBATIM)) continue;
    const name = nodeName(tree, inner);
    if (name !== 'pre' && name !== 'textarea') continue;
    ranges.push({ start: tree.tagEnd[inner]! - tree.start[node]!, end: tree.closeStart[inner]! - tree.start[node]! });
  }
  return ranges;
}
