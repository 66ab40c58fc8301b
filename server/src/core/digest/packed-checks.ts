import type { KeyTable } from '../counts/key-table.ts';
import type { NodeKeys } from '../keys/compared-page.ts';
import { bytesOf, folded, numbersOf, scratch, unfolded } from '../page/packed-numbers.ts';
import type { LinkTargets } from '../statements/link-table.ts';
import { noStatements, type PageStatements } from '../statements/page-statements.ts';
import type { CheckDigest } from './check-digest.ts';

/** Ids of keys in a key table, and the nodes that they are about, ascending. */
export interface KeysOfNodes {
  readonly ids: Int32Array;
  readonly nodes: Int32Array;
}

/** What stands between two paths of links; no address of a page has it but by an escape. */
const SEPARATOR = '\n';

/** A number with less than this beside an id is the whole distance between two nodes; else the rest of it follows. */
const NEAR = 3;

/**
 * A `CheckDigest` in few bytes. Its keys are counted in a table that the pages of a site share, and are kept as ids: these are given out in
 * the order of nodes, so most of them follow the one before, and most nodes are the one before or the next.
 */
export class PackedChecks {
  readonly language: string;
  readonly votes: boolean;
  readonly statements: Omit<PageStatements, 'links'>;
  readonly #table: KeyTable;
  readonly #structure: number;
  readonly #wording: number;
  readonly #bytes: Uint8Array;
  readonly #paths: string | readonly string[];
  readonly #linkNodes: Uint8Array | undefined;
  #uses = 1;

  /** Counts the keys in; they are counted out with as many calls of `release` as of `retain` and one more. */
  constructor({ language, votes, structure, wording, statements }: CheckDigest, table: KeyTable) {
    this.language = language;
    this.votes = votes;
    this.#table = table;
    this.#structure = structure.nodes.length;
    this.#wording = wording.nodes.length;
    this.#bytes = packKeys([structure, wording], table);
    const { links, ...others } = statements;
    this.statements = withoutEmptyOnes(others);
    const { paths, nodes } = links;
    this.#paths = paths.some(path => path.includes(SEPARATOR)) ? paths : paths.join(SEPARATOR);
    this.#linkNodes = nodes.length > 0 ? packNodes(nodes) : undefined;
  }

  /** Bytes of its arrays, and of the paths where these are of one byte a character. */
  get bytes(): number {
    const statements = Object.values(this.statements).reduce((sum, { byteLength }) => sum + byteLength, 0);
    return this.#bytes.byteLength + statements + this.#paths.length + (this.#linkNodes?.byteLength ?? 0);
  }

  /** Number of keys. */
  get size(): number {
    return this.#structure + this.#wording;
  }

  /** The keys. Kept by nobody for longer than it works on the page. */
  get keys(): { structure: KeysOfNodes; wording: KeysOfNodes } {
    const from = numbersOf(this.#bytes);
    const structure = { ids: new Int32Array(this.#structure), nodes: new Int32Array(this.#structure) };
    const wording = { ids: new Int32Array(this.#wording), nodes: new Int32Array(this.#wording) };
    let next = 0;
    for (const { ids, nodes } of [structure, wording]) {
      let expected = 0;
      let node = 0;
      for (let at = 0; at < ids.length; at++) {
        const number = from[next++]!;
        let distance = number & NEAR;
        if (distance === NEAR) distance += from[next++]!;
        node += distance;
        nodes[at] = node;
        ids[at] = expected + unfolded(number >>> 2);
        expected = ids[at]! + 1;
      }
    }
    return { structure, wording };
  }

  get links(): LinkTargets {
    const nodes = this.#linkNodes;
    if (!nodes) return noStatements.links;
    const paths = typeof this.#paths === 'string' ? this.#paths.split(SEPARATOR) : [...this.#paths];
    return { paths, nodes: unpackNodes(nodes, paths.length) };
  }

  /** What was packed. */
  get digest(): CheckDigest {
    const { language, votes } = this;
    const { structure, wording } = this.keys;
    const withLanes = ({ ids, nodes }: KeysOfNodes): NodeKeys => ({ lanes: this.#lanes(ids), nodes });
    const statements = { ...this.statements, links: this.links };
    return { language, votes, structure: withLanes(structure), wording: withLanes(wording), statements };
  }

  #lanes(ids: Int32Array): Int32Array {
    const lanes = new Int32Array(ids.length * 2);
    for (let at = 0; at < ids.length; at++) {
      lanes[at * 2] = this.#table.lo(ids[at]!);
      lanes[at * 2 + 1] = this.#table.hi(ids[at]!);
    }
    return lanes;
  }

  /** The ids are to stay those of these keys, whatever becomes of the page. */
  retain(): void {
    this.#uses++;
  }

  release(): void {
    if (--this.#uses > 0) return;
    const { structure, wording } = this.keys;
    for (const { ids } of [structure, wording]) for (const id of ids) this.#table.decrement(id);
  }
}

/** Counts keys in, and gives bytes of their ids and nodes. */
function packKeys(all: readonly NodeKeys[], table: KeyTable): Uint8Array {
  const to = scratch(all.reduce((sum, { nodes }) => sum + nodes.length, 0) * 2);
  let next = 0;
  for (const { lanes, nodes } of all) {
    let expected = 0;
    let node = 0;
    for (let at = 0; at < nodes.length; at++) {
      const id = table.increment(lanes[at * 2]!, lanes[at * 2 + 1]!);
      const distance = nodes[at]! - node;
      to[next++] = (folded(id - expected) << 2) | Math.min(distance, NEAR);
      if (distance >= NEAR) to[next++] = distance - NEAR;
      node = nodes[at]!;
      expected = id + 1;
    }
  }
  return bytesOf(to, next);
}

function packNodes(nodes: Int32Array): Uint8Array {
  const to = scratch(nodes.length);
  for (let at = 0; at < nodes.length; at++) to[at] = nodes[at]! - (nodes[at - 1] ?? 0);
  return bytesOf(to, nodes.length);
}

function unpackNodes(packed: Uint8Array, length: number): Int32Array {
  const nodes = numbersOf(packed).slice(0, length);
  for (let at = 1; at < length; at++) nodes[at]! += nodes[at - 1]!;
  return nodes;
}

/** The same statements; what is empty is one and the same on all pages. */
function withoutEmptyOnes(statements: Omit<PageStatements, 'links'>): Omit<PageStatements, 'links'> {
  const { links: _, ...none } = noStatements;
  const said = Object.entries(statements).filter(([, { length }]) => length > 0);
  return said.length === 0 ? none : { ...none, ...Object.fromEntries(said) };
}
