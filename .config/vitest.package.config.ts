import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The package, packed, installed into an empty folder and used there: about a minute. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/package/**/*.test.ts'],
    // Packing puts files beside the manifest for a moment.
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
