import { UnpackedRing } from '../../html/unpacked-ring.ts';
import type { KeyTable } from '../counts/key-table.ts';
import { type Entries, PackedEntries } from '../counts/packed-entries.ts';
import { agreedThings, type Statements, type ThingName } from './statements.ts';

type ValueStatements = Readonly<Record<ThingName, Statements>>;

/** Numbers of a statement: key, value and node. */
const STRIDE = 3;

/** What the pages unpacked last say: each table asks for its own share. */
const unpacked = new UnpackedRing<PackedStatements>(32, evicted => evicted.forget());

/** What a page says by values, in few bytes until it is asked for: keys and values that pages have in common are counted in a table. */
export class PackedStatements {
  /** The keys with their nodes, and the values; of all things one after the other. */
  readonly #entries: PackedEntries;
  /** Statements about each thing. */
  readonly #counts: readonly number[];
  #statements: ValueStatements | undefined;

  /** Counts keys and values in, until `release`. */
  constructor(statements: ValueStatements, table: KeyTable) {
    const said = agreedThings.map(thing => statements[thing]);
    this.#counts = said.map(({ length }) => length / STRIDE);
    const size = this.#counts.reduce((sum, count) => sum + count, 0);
    const keys = new Float64Array(size);
    const values = new Float64Array(size);
    const nodes = new Int32Array(size);
    let next = 0;
    for (const triples of said) {
      for (let at = 0; at < triples.length; at += STRIDE) {
        keys[next] = triples[at]!;
        values[next] = triples[at + 1]!;
        nodes[next++] = triples[at + 2]!;
      }
    }
    this.#entries = new PackedEntries([bitsOf(keys, nodes), bitsOf(values, new Int32Array(size))], table);
  }

  /** Bytes of its array. */
  get bytes(): number {
    return this.#entries.bytes;
  }

  /** What the page says about a thing. Kept by nobody for longer than it works on the page. */
  about(thing: ThingName): Statements {
    return this.all[thing];
  }

  /** What was packed. */
  get all(): ValueStatements {
    if (this.#statements) return this.#statements;
    const [{ lanes: keyLanes, numbers: nodes }, { lanes: valueLanes }] = this.#entries.entries as [Entries, Entries];
    const keys = new Float64Array(keyLanes.buffer);
    const values = new Float64Array(valueLanes.buffer);
    let next = 0;
    const said = this.#counts.map(count => {
      const triples = new Float64Array(count * STRIDE);
      for (let at = 0; at < triples.length; at += STRIDE, next++) {
        triples[at] = keys[next]!;
        triples[at + 1] = values[next]!;
        triples[at + 2] = nodes[next]!;
      }
      return triples;
    });
    this.#statements = Object.fromEntries(agreedThings.map((thing, index) => [thing, said[index]!])) as ValueStatements;
    unpacked.add(this);
    return this.#statements;
  }

  /** Drops what was unpacked. */
  forget(): void {
    this.#statements = undefined;
  }

  release(): void {
    this.#entries.release();
  }
}

/** Numbers as keys: their bits. */
function bitsOf(values: Float64Array<ArrayBuffer>, numbers: Int32Array): Entries {
  return { lanes: new Int32Array(values.buffer), numbers };
}
