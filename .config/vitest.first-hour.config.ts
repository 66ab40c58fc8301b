import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What people do in their first hour, with the packed package: a stranger, CI, a program, an editor, a researcher. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/first-hour/**/*.test.ts'],
    globalSetup: ['test/first-hour/support/pack-once.ts'],
    env: { TEMPLENS_CACHE: '' },
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
