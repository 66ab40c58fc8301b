import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What takes minutes, needs the gold corpus, a browser, real editors or the packed package; each has a command of its own. */
export const apart = ['test/browser/**', 'test/corpus/**', 'test/editors/**', 'test/large/**', 'test/package/**'];

/** What all suites have in common. */
export const common = {
  root: fileURLToPath(new URL('..', import.meta.url)),
  setupFiles: ['.config/vitest.setup.ts'],
  globalSetup: ['.config/vitest.announce.ts'],
  testTimeout: 60_000,
  // One seed for the property tests of a run; `vitest.announce.ts` prints it.
  env: { TEMPLENS_SEED: seed() },
  // Vitest leaves one core free, which is half of a small machine: most tests wait for processes that they start.
  maxWorkers: '100%',
  // The bundles are loaded as they are.
  server: { deps: { external: [/\/dist\//] } },
};

function seed(): string {
  const given = process.env.TEMPLENS_SEED ?? 'random';
  process.env.TEMPLENS_SEED = given === 'random' ? String(Math.floor(Math.random() * 2 ** 31)) : given;
  return process.env.TEMPLENS_SEED;
}

export default defineConfig({ test: { ...common, include: ['test/**/*.test.ts'], exclude: apart } });
