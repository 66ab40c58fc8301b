import { equalLists } from './equal-lists.ts';
import type { KeyList } from './key-list.ts';

interface Kept {
  readonly keys: KeyList;
  /** How often it was taken and not given back. */
  uses: number;
}

/** Lists of key ids. Each is kept once, however many pages have it: most pages have the same menu. */
export class SharedKeys {
  /** By a hash of the list. */
  readonly #lists = new Map<number, Kept[]>();

  /** The list with these keys that is kept; they are kept if none exists. */
  take(keys: KeyList): KeyList {
    const hash = hashOf(keys.ids);
    const lists = this.#lists.get(hash);
    const known = lists?.find(({ keys: others }) => equalLists(keys.ids, others.ids));
    if (known) {
      known.uses++;
      return known.keys;
    }
    if (lists) lists.push({ keys, uses: 1 });
    else this.#lists.set(hash, [{ keys, uses: 1 }]);
    return keys;
  }

  /** Gives back a list that was taken. */
  release(keys: KeyList): void {
    const hash = hashOf(keys.ids);
    const lists = this.#lists.get(hash)!;
    const known = lists.find(({ keys: others }) => others === keys)!;
    if (--known.uses > 0) return;
    if (lists.length === 1) this.#lists.delete(hash);
    else lists.splice(lists.indexOf(known), 1);
  }
}

/** A hash of ids; equal lists have equal ones. */
function hashOf(keys: Int32Array): number {
  let hash = keys.length;
  for (let at = 0; at < keys.length; at++) hash = (Math.imul(hash, 31) + keys[at]!) | 0;
  return hash;
}
