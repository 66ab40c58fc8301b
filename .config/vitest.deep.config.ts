import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { announced, common, testFiles } from './vitest.config.ts';

/** Test files that have more to do in a deep run: on the gold corpus, for minutes, or with more random inputs. */
const deeper = testFiles
  .filter(path => !/^test\/(?:browser|editors|large|package)\//.test(path))
  .filter(
    path =>
      path.startsWith('test/corpus/') ||
      /support\/(?:chosen|corpus|deep|random-inputs)\.ts'|\bfc\.assert\(/.test(readFileSync(join(common.root, path), 'utf8')),
  );

export default defineConfig({
  test: {
    ...common,
    ...announced,
    include: deeper,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    env: { ...common.env, TEMPLENS_DEEP: '1', TEMPLENS_RUNS: process.env.TEMPLENS_RUNS ?? '10' },
  },
});
