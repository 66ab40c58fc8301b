import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    exclude: ['test/editors/**', 'test/large/**', 'test/package/**'],
    setupFiles: ['.config/vitest.setup.ts'],
    testTimeout: 60_000,
    // Vitest leaves one core free, which is half of a small machine: most tests wait for processes that they start.
    maxWorkers: '100%',
  },
});
