import { defineConfig } from 'vitest/config';
import { announced, common } from './vitest.config.ts';

/** Unit tests of the core: no build, no process, some seconds. */
export default defineConfig({
  test: {
    ...common,
    ...announced,
    include: ['test/{core,html,checks,fixes}/**/*.test.ts'],
    // Those use the built command line, or build sites of thousands of pages or many small ones.
    exclude: ['test/checks/{pairs,unseen-pairs,ignore}.test.ts', 'test/**/*{work,growth}.test.ts'],
    // The core has no state outside of its objects, so files share a process, and load it once.
    isolate: false,
    env: { ...common.env, TEMPLENS_RUNS: process.env.TEMPLENS_RUNS ?? '0.1' },
  },
});
