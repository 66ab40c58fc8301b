import { combine, hashString } from './hash.ts';
import { type HashKey, hashWithKey, keyedHi, keyedLo } from './keyed-hash.ts';

/**
 * Hashes a normal form, such as a text after normalisation; the result is in `lo` and `hi` of `hash.ts`.
 * @param salt gives values of different kinds different hashes.
 * @param key the index's key, for forms that are compared: without it nobody can make two forms with the same hash. Undefined for what is
 * shown, stored or sorted: then the hash is the same in every run.
 */
export function hashNormalForm(form: string, salt: number, key: HashKey | undefined): void {
  if (!key) return hashString(form, 0, form.length, salt);
  hashWithKey(form, key);
  combine(keyedLo, keyedHi, salt, 0);
}
