import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// What people open in a browser, in Chromium.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
