import { randomBytes } from 'node:crypto';
import type { HashKey } from '../html/keyed-hash.ts';

/** A key that nobody can guess. */
export function randomHashKey(): HashKey {
  const bytes = randomBytes(8);
  return { k0: bytes.readInt32LE(0), k1: bytes.readInt32LE(4) };
}
