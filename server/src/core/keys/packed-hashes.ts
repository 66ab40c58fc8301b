import type { PageLinkTargets } from '../../html/tree.ts';
import type { KeyTable } from '../counts/key-table.ts';
import { PackedEntries } from '../counts/packed-entries.ts';
import { STYLE_STRIDE } from './style-sequence.ts';

/** The style sequence of a page (see `styleSequence`) and the targets of its links, packed. Pages share the table of hashes. */
export class PackedHashes {
  readonly #entries: PackedEntries;

  /** Adds the hashes to the counts of the table; `release` removes them. */
  constructor(styles: Int32Array, links: PageLinkTargets, table: KeyTable) {
    this.#entries = new PackedEntries([splitStyles(styles), { lanes: links.targets, numbers: links.nodes }], table);
  }

  get bytes(): number {
    return this.#entries.bytes;
  }

  get styles(): Int32Array {
    const { lanes, numbers } = this.#entries.list(0);
    const styles = new Int32Array(numbers.length * STYLE_STRIDE);
    for (let at = 0; at < numbers.length; at++) {
      styles[at * STYLE_STRIDE] = lanes[at * 2]!;
      styles[at * STYLE_STRIDE + 1] = lanes[at * 2 + 1]!;
      styles[at * STYLE_STRIDE + 2] = numbers[at]!;
    }
    return styles;
  }

  get links(): PageLinkTargets {
    const { lanes, numbers } = this.#entries.list(1);
    return { nodes: numbers, targets: lanes };
  }

  release(): void {
    this.#entries.release();
  }
}

/** Separates a style sequence into hashes and numbers of children. */
function splitStyles(styles: Int32Array): { lanes: Int32Array; numbers: Int32Array } {
  const length = styles.length / STYLE_STRIDE;
  const lanes = new Int32Array(length * 2);
  const numbers = new Int32Array(length);
  for (let at = 0; at < length; at++) {
    lanes[at * 2] = styles[at * STYLE_STRIDE]!;
    lanes[at * 2 + 1] = styles[at * STYLE_STRIDE + 1]!;
    numbers[at] = styles[at * STYLE_STRIDE + 2]!;
  }
  return { lanes, numbers };
}
