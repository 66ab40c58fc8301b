import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { isUnix } from '../test/support/platform.ts';

/** What takes minutes, needs the gold corpus, a browser, real editors, Spark or the packed package; each has a command of its own. */
export const apart = [
  'test/browser/**',
  'test/corpus/**',
  'test/editors/**',
  'test/first-hour/**',
  'test/large/**',
  'test/package/**',
  'test/spark/**',
];

/** What is about signals, permissions or `bash` as a whole; single tests of that kind ask `test/support/platform.ts`. */
const ofUnix = [
  'test/cli/control-characters.test.ts',
  'test/cli/watch.test.ts',
  'test/docs/outputs.test.ts',
  'test/hostile/hostile-repository.test.ts',
  'test/site/replace-file.test.ts',
];
const skipped = [...apart, ...(isUnix ? [] : ofUnix)];

/** Says what a run skips. */
export const announced = { globalSetup: ['.config/vitest.announce.ts'] };

/** What all suites have in common. */
export const common = {
  root: fileURLToPath(new URL('..', import.meta.url)),
  setupFiles: ['.config/vitest.setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A machine with other work takes more than a second to answer.
  expect: { poll: { timeout: 20_000 } },
  // One seed for the property tests of a run; `vitest.announce.ts` prints it.
  // Nothing is kept between runs, nor in the cache of whoever runs the tests.
  env: { TEMPLENS_SEED: seed(), TEMPLENS_CACHE: '' },
  // More than the cores: many tests wait for processes that they start.
  maxWorkers: '150%',
  // The bundles are loaded as they are.
  server: { deps: { external: [/\/dist\//] } },
};

function seed(): string {
  const given = process.env.TEMPLENS_SEED ?? 'random';
  process.env.TEMPLENS_SEED = given === 'random' ? String(Math.floor(Math.random() * 2 ** 31)) : given;
  return process.env.TEMPLENS_SEED;
}

/** Paths of all test files, from the root. */
export const testFiles: readonly string[] = readdirSync(join(common.root, 'test'), { recursive: true, encoding: 'utf8' })
  .map(path => `test/${path.replaceAll('\\', '/')}`)
  .filter(path => path.endsWith('.test.ts'));

/** Does a test replace modules or globals, or measure time or memory? Those need a process of their own. */
function isAlone(path: string): boolean {
  return /\bvi\.mock\(|\bglobalThis\.\w+ = |\bperformance\.now\(|\bmemoryUsage\b/.test(
    readFileSync(join(common.root, path), 'utf8'),
  );
}

/** A quarter of the random inputs: `npm run test:deep`, which CI runs too, has forty times as many. */
const env = { ...common.env, TEMPLENS_RUNS: process.env.TEMPLENS_RUNS ?? '0.25' };
const alone = testFiles.filter(isAlone);

export default defineConfig({
  test: {
    ...common,
    ...announced,
    projects: [
      // Loading and compiling the code again for every file is a third of the time: these files share a process for each core.
      {
        test: { ...common, env, name: 'shared', isolate: false, include: ['test/**/*.test.ts'], exclude: [...skipped, ...alone] },
      },
      { test: { ...common, env, name: 'alone', include: alone, exclude: skipped } },
    ],
  },
});
