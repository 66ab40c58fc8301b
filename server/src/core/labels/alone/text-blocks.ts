import { nameId } from '../../../html/names.ts';
import { BLANK, ELEMENT, OPAQUE, type PageTree, TEXT } from '../../../html/tree.ts';
import { blockNames } from '../extract/readable-text.ts';

const blockIds = new Set([...blockNames].map(nameId));
const link = nameId('a');
const body = nameId('body');

/** The readable texts of the body of a page, in blocks: texts that no edge of a block element separates (Kohlschütter et al., WSDM 2010). */
export interface TextBlocks {
  /** Tree nodes of the texts. */
  readonly texts: Int32Array;
  /** By text, the index of its block. */
  readonly blockOf: Int32Array;
  /** By block: the innermost block element, -1 for none; characters, those in links; marks that end or divide sentences; digits. */
  readonly element: Int32Array;
  readonly length: Float64Array;
  readonly linkLength: Float64Array;
  readonly marks: Float64Array;
  readonly digits: Float64Array;
  /** By tree node, 1 for nodes in links. */
  readonly inLink: Uint8Array;
  /** By tree node, the innermost block element that it is or is in; -1 for none. */
  readonly around: Int32Array;
}

/** Finds the blocks of a page. Takes time linear in the page. */
export function textBlocks(tree: PageTree, source: string): TextBlocks {
  const n = tree.size;
  const inLink = new Uint8Array(n);
  const around = new Int32Array(n).fill(-1);
  const texts: number[] = [];
  const blockOf: number[] = [];
  const element: number[] = [];
  const length: number[] = [];
  const linkLength: number[] = [];
  const marks: number[] = [];
  const digits: number[] = [];
  let from = n;
  let end = n;
  let lastBlock = -1;
  let seenBlock = -2;
  for (let v = 0; v < n; v++) {
    const parent = tree.parent[v]!;
    const isElement = tree.kind[v] === ELEMENT;
    if (isElement && tree.name[v] === body && from === n) {
      from = v;
      end = tree.subtreeEnd[v]!;
    }
    inLink[v] = (isElement && tree.name[v] === link) || (parent >= 0 && inLink[parent]) ? 1 : 0;
    around[v] = parent < 0 ? -1 : around[parent]!;
    if (isElement && blockIds.has(tree.name[v]!)) around[v] = lastBlock = v;
    if (v < from || v >= end || tree.kind[v] !== TEXT || tree.flags[v]! & (BLANK | OPAQUE)) continue;
    const block = element.length - 1;
    if (block < 0 || element[block] !== around[v] || seenBlock !== lastBlock) {
      element.push(around[v]!);
      for (const list of [length, linkLength, marks, digits]) list.push(0);
    }
    seenBlock = lastBlock;
    const at = element.length - 1;
    texts.push(v);
    blockOf.push(at);
    length[at]! += tree.textLength[v]!;
    if (inLink[v]) linkLength[at]! += tree.textLength[v]!;
    for (let i = tree.start[v]!; i < tree.end[v]!; i++) {
      const code = source.charCodeAt(i);
      if (isMark(code)) marks[at]!++;
      else if (code >= 48 && code <= 57) digits[at]!++;
    }
  }
  return {
    texts: Int32Array.from(texts),
    blockOf: Int32Array.from(blockOf),
    element: Int32Array.from(element),
    length: Float64Array.from(length),
    linkLength: Float64Array.from(linkLength),
    marks: Float64Array.from(marks),
    digits: Float64Array.from(digits),
    inLink,
    around,
  };
}

/** `!`, `,`, `.`, `?`, and those of Chinese and Japanese. */
function isMark(code: number): boolean {
  return (
    code === 0x21 ||
    code === 0x2c ||
    code === 0x2e ||
    code === 0x3f ||
    code === 0x3001 ||
    code === 0x3002 ||
    code === 0xff01 ||
    code === 0xff0c ||
    code === 0xff1f
  );
}
