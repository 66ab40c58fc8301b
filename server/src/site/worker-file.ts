import { limits } from './thresholds.ts';

/** Returns the URL of a worker's bundle: next to this bundle, or in `dist` if this file runs from source. */
export function workerFile(
  name: 'engine-worker' | 'parse-worker' | 'bench-worker' | 'labeller-thread' | 'migration-worker',
): URL {
  return new URL(import.meta.url.endsWith('.ts') ? `../../dist/${name}.js` : `./${name}.js`, import.meta.url);
}

/** Resource limits of worker threads (`resourceLimits` of Node's `Worker`): the size of V8's young generation. */
export const workerResourceLimits = { maxYoungGenerationSizeMb: limits.youngGenerationMegabytes };
