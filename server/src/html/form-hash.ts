import { combine, hashString } from './hash.ts';
import { type HashKey, hashWithKey, keyedHi, keyedLo } from './keyed-hash.ts';

/**
 * Hashes a normal form; the result is `lo` and `hi` of `hash.ts`.
 * @param salt keeps kinds of values apart.
 * @param key of the index, for what is compared: nobody can make two forms with one hash. Without it, for what is shown, stored or sorted:
 * the same in every run.
 */
export function formHash(form: string, salt: number, key: HashKey | undefined): void {
  if (!key) return hashString(form, 0, form.length, salt);
  hashWithKey(form, key);
  combine(keyedLo, keyedHi, salt, 0);
}
