import type { KeyTable } from '../counts/key-table.ts';
import { PackedEntries } from '../counts/packed-entries.ts';
import type { NodeKeys } from '../keys/compared-page.ts';
import type { LinkTargets } from '../statements/link-table.ts';
import { PackedStatements } from '../statements/packed-statements.ts';
import { noStatements } from '../statements/page-statements.ts';
import type { CheckDigest } from './check-digest.ts';

/** Ids of keys in a key table, each with the node that it describes; nodes ascend. */
export interface KeysOfNodes {
  readonly ids: Int32Array;
  readonly nodes: Int32Array;
}

/** Separates the paths of links in one string; an address contains it only if it was escaped. */
const SEPARATOR = '\n';

/** A packed `CheckDigest`, see `PackedEntries`. */
export class PackedChecks {
  readonly language: string;
  readonly isCompared: boolean;
  readonly statements: PackedStatements;
  /** See `CheckDigest`. */
  readonly names: Float64Array;
  /** See `CheckDigest`. */
  readonly style: Uint8Array;
  /** List 0: structure, list 1: wording. */
  readonly #keys: PackedEntries;
  readonly #paths: string | readonly string[];
  readonly #linkNodes: Uint16Array | Int32Array;
  /** How many of the paths the page loads. */
  readonly #resources: number;
  /** How many of the paths are fragments that lead to an element. */
  readonly #alive: number;
  #uses = 1;

  /** Adds the keys to the counts of the table, with one user. `retain` adds a user, `release` removes one; without users the keys are removed. */
  constructor({ language, isCompared, structure, wording, statements, names, style }: CheckDigest, table: KeyTable) {
    this.language = language;
    this.isCompared = isCompared;
    this.names = names;
    this.style = style;
    this.#keys = new PackedEntries(
      [structure, wording].map(({ lanes, nodes }) => ({ lanes, numbers: nodes })),
      table,
    );
    const { links, ...others } = statements;
    this.statements = new PackedStatements(others, table);
    const { paths, nodes, resources, alive } = links;
    this.#resources = resources;
    this.#alive = alive;
    this.#paths = paths.some(path => path.includes(SEPARATOR)) ? paths : paths.join(SEPARATOR);
    this.#linkNodes = nodes.some(node => node > 0xffff) ? nodes : nodes.length > 0 ? Uint16Array.from(nodes) : noNodes;
  }

  /** Bytes of its arrays and paths, assuming paths with one byte a character. */
  get bytes(): number {
    const arrays = [
      this.#keys.bytes,
      this.statements.bytes,
      this.#linkNodes.byteLength,
      this.names.byteLength,
      this.style.byteLength,
    ];
    return arrays.reduce((sum, bytes) => sum + bytes, this.#paths.length);
  }

  /** Number of keys. */
  get size(): number {
    return this.#keys.size;
  }

  /** Unpacks the keys. Callers do not keep the result, since it is large. */
  get keys(): { structure: KeysOfNodes; wording: KeysOfNodes } {
    const [structure, wording] = this.#keys.lists.map(({ ids, numbers }) => ({ ids, nodes: numbers }));
    return { structure: structure!, wording: wording! };
  }

  get links(): LinkTargets {
    if (this.#linkNodes.length === 0) return noStatements.links;
    const paths = typeof this.#paths === 'string' ? this.#paths.split(SEPARATOR) : [...this.#paths];
    return { paths, nodes: Int32Array.from(this.#linkNodes), resources: this.#resources, alive: this.#alive };
  }

  /** Unpacks everything. */
  get digest(): CheckDigest {
    const { language, isCompared, names, style } = this;
    const [structure, wording] = this.#keys.entries.map(({ lanes, numbers }): NodeKeys => ({ lanes, nodes: numbers }));
    return {
      language,
      isCompared,
      names,
      style,
      structure: structure!,
      wording: wording!,
      statements: { ...this.statements.all, links: this.links },
    };
  }

  /** Adds a user: the ids of the keys stay valid until it calls `release`, even if the page is removed. */
  retain(): void {
    this.#uses++;
  }

  /** Removes a user; without users, the keys are removed from the counts of the table. */
  release(): void {
    if (--this.#uses > 0) return;
    this.#keys.release();
    this.statements.release();
  }
}

const noNodes = new Uint16Array(0);
