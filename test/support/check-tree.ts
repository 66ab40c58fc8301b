import { COMMENT, DOCTYPE, ELEMENT, type PageTree, TEXT } from '../../server/src/html/tree.ts';

/** Asserts what every tree promises about its offsets and its shape. */
export function checkTree(tree: PageTree, text: string): void {
  if (tree.sourceLength !== text.length) throw new Error(`the source has ${tree.sourceLength} for ${text.length} code units`);
  const lastEnd = new Map<number, number>();
  for (let i = 0; i < tree.size; i++) {
    const [start, tagEnd, closeStart, end] = [tree.start[i]!, tree.tagEnd[i]!, tree.closeStart[i]!, tree.end[i]!];
    if (!(start <= tagEnd && tagEnd <= closeStart && closeStart <= end && end <= text.length)) {
      throw new Error(`node ${i}: ${start} <= ${tagEnd} <= ${closeStart} <= ${end} <= ${text.length} does not hold`);
    }
    if (![ELEMENT, TEXT, COMMENT, DOCTYPE].includes(tree.kind[i]!)) throw new Error(`node ${i} is of no kind`);
    const offsets = [start, tagEnd, closeStart, end];
    for (let a = tree.attrFirst[i]!; a < tree.attrFirst[i + 1]!; a++) {
      const [nameStart, nameEnd, valueStart, valueEnd] = [
        tree.attrNameStart[a]!,
        tree.attrNameEnd[a]!,
        tree.attrValueStart[a]!,
        tree.attrValueEnd[a]!,
      ];
      if (!(start < nameStart && nameStart <= nameEnd && nameEnd <= valueStart && valueStart <= valueEnd && valueEnd <= tagEnd)) {
        throw new Error(`attribute ${a} of node ${i} leaves its start tag`);
      }
      offsets.push(nameStart, nameEnd, valueStart, valueEnd);
    }
    for (const offset of offsets)
      if (cutsPair(text, offset)) throw new Error(`offset ${offset} of node ${i} cuts a surrogate pair`);
    const parent = tree.parent[i]!;
    if (!(parent < i && tree.subtreeEnd[i]! > i && tree.subtreeEnd[i]! <= tree.size))
      throw new Error(`node ${i} is not in preorder`);
    if (parent >= 0) {
      if (!(i < tree.subtreeEnd[parent]! && tree.subtreeEnd[i]! <= tree.subtreeEnd[parent]!))
        throw new Error(`node ${i} leaves its parent's subtree`);
      if (!(tree.start[parent]! <= start && end <= tree.end[parent]!))
        throw new Error(`node ${i} leaves its parent ${parent} in the text`);
    }
    if ((lastEnd.get(parent) ?? 0) > start) throw new Error(`node ${i} overlaps the sibling before it`);
    lastEnd.set(parent, end);
  }
}

function cutsPair(text: string, offset: number): boolean {
  const [before, after] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}
