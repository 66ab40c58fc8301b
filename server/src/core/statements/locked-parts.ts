import { combine, hi, lo, number53 } from '../../html/hash.ts';
import { hashNormalForm } from '../../html/normal-form-hash.ts';
import { BLANK, COMMENT } from '../../html/tree.ts';
import { regionSegments } from '../directives/region-segments.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import type { PageContext } from '../keys/normal-form/context.ts';
import { normalNode } from '../keys/normal-form/element.ts';
import type { Statements } from './statements.ts';

/** A part of a page between two editable regions, or a library item, that must be the same wherever its template file is used. */
export interface LockedPart {
  /** Of the template file with its parameters, and of the part in it. */
  readonly key: number;
  /** Of all nodes. */
  readonly value: number;
  /** Path of the template file or library item. */
  readonly template: string;
  /** The nodes that start in it and count, in document order, and a hash of each. */
  readonly nodes: readonly number[];
  readonly hashes: readonly number[];
}

const LOCKED_SALT = 41;

/** The locked parts of a page that was made from a template file. In time linear in the page. */
export function lockedParts(page: ComparedPage): LockedPart[] {
  const { tree, source, context } = page;
  const regions = (tree.directives?.labels ?? []).filter(({ node }) => node < 0);
  if (!regions.some(isShared)) return [];
  const { cuts, region } = regionSegments(regions);
  const parameters = instanceParameters(page);
  const strict = strictly(context);
  const parts: LockedPart[] = [];
  let node = 0;
  let editable = '';
  const occurrences = new Map<string, number>();
  cuts.forEach((start, index) => {
    const of = regions[region[index]!];
    if (of?.kind === 'editable') editable = of.name;
    if (!of || !isShared(of)) return;
    const stop = cuts[index + 1] ?? tree.sourceLength;
    while (node < tree.size && tree.start[node]! < start) node++;
    const nodes: number[] = [];
    const hashes: number[] = [];
    for (; node < tree.size && tree.start[node]! < stop; node++) {
      const form = tree.flags[node]! & BLANK ? undefined : normalNode(tree, source, node, strict, 0);
      if (form === undefined || (tree.kind[node] === COMMENT && /^<!--\s*(?:Instance|#(?:Begin|End))/i.test(form))) continue;
      hashNormalForm(form, LOCKED_SALT, context.key);
      nodes.push(node);
      hashes.push(lo);
    }
    const part = of.kind === 'locked' ? `${of.kind} ${of.name} ${parameters} ${editable}` : `${of.kind} ${of.name}`;
    const count = occurrences.get(part) ?? 0;
    occurrences.set(part, count + 1);
    // A library item is the same thing every time; the parts of a template are one after another.
    const identity = of.kind === 'locked' ? `${part} ${count}` : part;
    hashNormalForm(identity, LOCKED_SALT, context.key);
    const key = number53(lo, hi);
    parts.push({ key, value: hashOf(hashes), template: of.name, nodes, hashes });
  });
  return parts;
}

/** The locked parts of a page, and what stands in them. */
export function lockedStatements(page: ComparedPage): Statements {
  return Float64Array.from(lockedParts(page).flatMap(({ key, value, nodes }) => [key, value, nodes[0] ?? page.tree.root]));
}

function isShared({ kind, name }: { kind: string; name: string }): boolean {
  return (kind === 'locked' || kind === 'library-item') && /\.\w+$/.test(name);
}

/** What the page's instance of the template is given: other parameters may show other parts. */
function instanceParameters({ tree, source }: ComparedPage): string {
  const found: string[] = [];
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== COMMENT) continue;
    const comment = source.slice(tree.start[node]!, tree.end[node]!);
    const opening = /^<!--\s*InstanceParam\s/.exec(comment);
    if (opening && comment.endsWith('-->')) found.push(comment.slice(opening[0].length, -3).trim().replace(/\s+/g, ' '));
  }
  return found.sort().join();
}

/** N21: in what is locked, only spelling and the way to an address are ignored. */
function strictly(context: PageContext): PageContext {
  return { ...context, off: new Set([...context.off, 'N7', 'N8', 'N9', 'N10', 'N12', 'N13', 'N14', 'N16', 'N20']) };
}

function hashOf(hashes: readonly number[]): number {
  let a = hashes.length;
  let b = LOCKED_SALT;
  for (const hash of hashes) {
    combine(a, b, hash, LOCKED_SALT);
    a = lo;
    b = hi;
  }
  return number53(a, b);
}
