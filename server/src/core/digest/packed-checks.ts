import type { KeyTable } from '../counts/key-table.ts';
import { PackedEntries } from '../counts/packed-entries.ts';
import type { NodeKeys } from '../keys/compared-page.ts';
import type { LinkTargets } from '../statements/link-table.ts';
import { PackedStatements } from '../statements/packed-statements.ts';
import { noStatements } from '../statements/page-statements.ts';
import type { CheckDigest } from './check-digest.ts';

/** Ids of keys in a key table, and the nodes that they are about, ascending. */
export interface KeysOfNodes {
  readonly ids: Int32Array;
  readonly nodes: Int32Array;
}

/** What stands between two paths of links; no address of a page has it but by an escape. */
const SEPARATOR = '\n';

/** A `CheckDigest` in few bytes, see `PackedEntries`. */
export class PackedChecks {
  readonly language: string;
  readonly votes: boolean;
  readonly statements: PackedStatements;
  /** Of structure and of wording. */
  readonly #keys: PackedEntries;
  readonly #paths: string | readonly string[];
  readonly #linkNodes: Uint16Array | Int32Array;
  #uses = 1;

  /** Counts the keys in; they are counted out with as many calls of `release` as of `retain` and one more. */
  constructor({ language, votes, structure, wording, statements }: CheckDigest, table: KeyTable) {
    this.language = language;
    this.votes = votes;
    this.#keys = new PackedEntries(
      [structure, wording].map(({ lanes, nodes }) => ({ lanes, numbers: nodes })),
      table,
    );
    const { links, ...others } = statements;
    this.statements = new PackedStatements(others, table);
    const { paths, nodes } = links;
    this.#paths = paths.some(path => path.includes(SEPARATOR)) ? paths : paths.join(SEPARATOR);
    this.#linkNodes = (nodes.at(-1) ?? 0) > 0xffff ? nodes : nodes.length > 0 ? Uint16Array.from(nodes) : noNodes;
  }

  /** Bytes of its arrays, and of the paths where these are of one byte a character. */
  get bytes(): number {
    return this.#keys.bytes + this.statements.bytes + this.#paths.length + this.#linkNodes.byteLength;
  }

  /** Number of keys. */
  get size(): number {
    return this.#keys.size;
  }

  /** The keys. Kept by nobody for longer than it works on the page. */
  get keys(): { structure: KeysOfNodes; wording: KeysOfNodes } {
    const [structure, wording] = this.#keys.lists.map(({ ids, numbers }) => ({ ids, nodes: numbers }));
    return { structure: structure!, wording: wording! };
  }

  get links(): LinkTargets {
    if (this.#linkNodes.length === 0) return noStatements.links;
    const paths = typeof this.#paths === 'string' ? this.#paths.split(SEPARATOR) : [...this.#paths];
    return { paths, nodes: Int32Array.from(this.#linkNodes) };
  }

  /** What was packed. */
  get digest(): CheckDigest {
    const { language, votes } = this;
    const [structure, wording] = this.#keys.entries.map(({ lanes, numbers }): NodeKeys => ({ lanes, nodes: numbers }));
    return {
      language,
      votes,
      structure: structure!,
      wording: wording!,
      statements: { ...this.statements.all, links: this.links },
    };
  }

  /** The ids are to stay those of these keys, whatever becomes of the page. */
  retain(): void {
    this.#uses++;
  }

  release(): void {
    if (--this.#uses > 0) return;
    this.#keys.release();
    this.statements.release();
  }
}

const noNodes = new Uint16Array(0);
