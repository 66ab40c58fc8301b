import { attributeIndex } from '../../html/access.ts';
import type { PageTree } from '../../html/tree.ts';
import type { Repair } from './repair.ts';

/** Takes classes away from an element; undefined if it has none, or the attribute would be left without a value and without quotes. */
export function withoutClasses(
  { tree, source }: { readonly tree: PageTree; readonly source: string },
  node: number,
  isUnwanted: (token: string) => boolean,
): Repair | undefined {
  const at = attributeIndex(tree, source, node, 'class');
  if (at < 0) return undefined;
  const start = tree.attrValueStart[at]!;
  const end = tree.attrValueEnd[at]!;
  const kept = source
    .slice(start, end)
    .split(/\s+/)
    .filter(token => !isUnwanted(token));
  // An attribute without quotes cannot have an empty value.
  if (kept.length === 0 && !/["']/.test(source[start - 1]!)) return undefined;
  return { kind: 'text', start, end, text: kept.join(' ') };
}
