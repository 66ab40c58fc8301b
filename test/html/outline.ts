import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { nodeName } from '../../server/src/html/access.ts';
import { BLANK, ELEMENT, FOREIGN, IMPLIED, ISLAND, MARKER, OPAQUE, type PageTree, VERBATIM } from '../../server/src/html/tree.ts';

const flagNames: [number, string][] = [
  [BLANK, 'blank'],
  [ISLAND, 'island'],
  [FOREIGN, 'foreign'],
  [OPAQUE, 'opaque'],
  [VERBATIM, 'verbatim'],
  [MARKER, 'marker'],
];

/**
 * A page's nodes as indented lines: name, the source between the node's start and end (line breaks as `\n`), flags. An element without a
 * start tag is in round brackets and has no source.
 */
export function outline(source: string, { maxDepth }: { maxDepth?: number } = {}): string[] {
  const tree = parsePage(source, maxDepth === undefined ? {} : { maxDepth });
  return Array.from({ length: tree.size }, (_, node) => '  '.repeat(depthOf(tree, node)) + describeNode(tree, source, node));
}

/** The same of what is inside the body. */
export function bodyOutline(source: string): string[] {
  const lines = outline(source);
  const body = lines.findIndex(line => /^ {2}(?:\(body\)|(?:body|frameset) )/.test(line));
  const indent = '    ';
  const inside: string[] = [];
  for (const line of lines.slice(body + 1)) {
    if (!line.startsWith(indent)) break;
    inside.push(line.slice(indent.length));
  }
  return inside;
}

function depthOf(tree: PageTree, node: number): number {
  let depth = 0;
  for (let at = tree.parent[node]!; at >= 0; at = tree.parent[at]!) depth++;
  return depth;
}

function describeNode(tree: PageTree, source: string, node: number): string {
  const flags = flagNames.filter(([bit]) => tree.flags[node]! & bit).map(([, name]) => name);
  const implied = tree.kind[node] === ELEMENT && tree.flags[node]! & IMPLIED;
  const name = implied ? `(${nodeName(tree, node)})` : nodeName(tree, node);
  const slice = implied
    ? ''
    : ` ${source.slice(tree.start[node]!, tree.end[node]!).replaceAll('\r', '\\r').replaceAll('\n', '\\n')}`;
  return `${name}${slice}${flags.length ? ` [${flags.join()}]` : ''}`;
}
