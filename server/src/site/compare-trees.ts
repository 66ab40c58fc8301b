import type { PageTree } from '../core/page/tree.ts';

/** Whether two trees say the same of their pages: every label, offset and hash is equal. */
export function equalTrees(a: PageTree, b: PageTree): boolean {
  return a.sourceLength === b.sourceLength && a.size === b.size && equalFields(a, b);
}

function equalFields<T extends object>(a: T, b: T): boolean {
  return (Object.keys(a) as (keyof T)[]).every(key => equalValues(a[key], b[key]));
}

function equalValues(a: unknown, b: unknown): boolean {
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) return bytesOf(a).equals(bytesOf(b));
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, i) => value === b[i]);
  if (typeof a === 'object' && typeof b === 'object' && a && b) return equalFields(a, b);
  return a === b;
}

function bytesOf(view: ArrayBufferView): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}
