import { nodeName } from '../../../html/access.ts';
import { isMarkerComment, normaliseText } from '../../../html/normalise.ts';
import { COMMENT, DOCTYPE, ELEMENT, type PageTree } from '../../../html/tree.ts';
import { normalAttribute } from './attribute.ts';
import type { PageContext } from './context.ts';
import { normalText } from './text.ts';

/** The compared attributes of an element: normal forms by name, of duplicates the first. `traits` is its entry of `nodeTraits`. */
export function normalAttributes(
  tree: PageTree,
  source: string,
  node: number,
  context: PageContext,
  traits: number,
): Map<string, string> {
  const attributes = new Map<string, string>();
  const seen = new Set<string>();
  for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
    const name = source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!).toLowerCase();
    if (seen.has(name)) continue;
    seen.add(name);
    const raw = source.slice(tree.attrValueStart[at]!, tree.attrValueEnd[at]!);
    const value = normalAttribute(nodeName(tree, node), name, raw, context, traits);
    if (value !== undefined) attributes.set(name, value);
  }
  return attributes;
}

/** Normal form of a text, start tag with attributes, document type declaration or comment; undefined for a comment that is not compared. */
export function normalNode(
  tree: PageTree,
  source: string,
  node: number,
  context: PageContext,
  traits: number,
): string | undefined {
  const raw = source.slice(tree.start[node]!, tree.end[node]!);
  if (tree.kind[node] === COMMENT) return normalComment(raw, context);
  if (tree.kind[node] === DOCTYPE) return normaliseText(raw).toLowerCase();
  if (tree.kind[node] !== ELEMENT) return normalText(raw, context, traits);
  const attributes = [...normalAttributes(tree, source, node, context, traits)].map(
    ([name, value]) => ` ${name}=${JSON.stringify(value)}`,
  );
  return `<${nodeName(tree, node)}${attributes.sort().join('')}>`;
}

/** N4: only markers of Dreamweaver, server-side includes and conditional comments are compared. */
function normalComment(raw: string, { off }: PageContext): string | undefined {
  const body = /^<!--/.test(raw) ? raw.slice(4) : raw;
  if (isMarkerComment(body) || isMarkerComment(raw.slice(0, 16)) || off.has('N4')) return normaliseText(raw);
  return undefined;
}
