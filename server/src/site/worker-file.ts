/** The bundle of a worker: beside the bundle that starts it, or in `dist` when that runs from its source. */
export function workerFile(name: 'engine-worker' | 'parse-worker' | 'bench-worker'): URL {
  return new URL(import.meta.url.endsWith('.ts') ? `../../dist/${name}.js` : `./${name}.js`, import.meta.url);
}

/** Limits of worker threads: what is new is collected often, since arrays beside the heap wait for that to be freed. */
export const youngGeneration = { maxYoungGenerationSizeMb: 12 };
