import { nameId } from '../../../html/names.ts';
import { ELEMENT, type PageTree } from '../../../html/tree.ts';

/** Kinds of nodes by their own name. A node has at most one. */
export const ownNames = ['#text', 'img', 'p', 'div section article main td table tr tbody center'] as const;

const kinds = new Map<number, number>();
ownNames.forEach((names, kind) => {
  if (kind > 0) for (const name of names.split(' ')) kinds.set(nameId(name), kind);
});

/** Index into `ownNames` by tree node, -1 for other names. */
export function ownKinds(tree: PageTree): Int8Array {
  const found = new Int8Array(tree.size);
  for (let v = 0; v < tree.size; v++) found[v] = tree.kind[v] === ELEMENT ? (kinds.get(tree.name[v]!) ?? -1) : 0;
  return found;
}
