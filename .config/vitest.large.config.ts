import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests of sites with very many pages: some minutes, and some gigabytes. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/large/**/*.test.ts'],
    testTimeout: 900_000,
    // Removing 200,000 files takes longer than the default.
    hookTimeout: 120_000,
    // So that the storms have the corpus.
    env: { TEMPLENS_DEEP: '1' },
    // A process with the memory that the command line has.
    pool: 'forks',
  },
});
