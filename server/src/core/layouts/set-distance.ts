import { intersectionSize } from '../counts/distinct-ids.ts';

/** Distance of two sets by Gottron (2008), in [0,1]: `1 - |a ∩ b| / max(|a|, |b|)`; 0 for two empty sets. */
export function setDistance(a: Float64Array, b: Float64Array): number {
  const larger = Math.max(a.length, b.length);
  return larger === 0 ? 0 : 1 - intersectionSize(a, b) / larger;
}
