import { limits } from './thresholds.ts';

/** Returns the bundle of a worker: next to the bundle that starts it, or in `dist` if that runs from source. */
export function workerFile(name: 'engine-worker' | 'parse-worker' | 'bench-worker'): URL {
  return new URL(import.meta.url.endsWith('.ts') ? `../../dist/${name}.js` : `./${name}.js`, import.meta.url);
}

/** Resource limits of worker threads. */
export const youngGeneration = { maxYoungGenerationSizeMb: limits.youngGenerationMegabytes };
