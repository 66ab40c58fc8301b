// Bundles the command line with its workers, the VS Code client and the benchmarks.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const node = { bundle: true, platform: 'node', target: 'node20', sourcemap: true, logLevel: 'warning', legalComments: 'none' };
const esm = {
  ...node,
  format: 'esm',
  // jsonc-parser's main file cannot be bundled, its module can.
  mainFields: ['module', 'main'],
  // Some bundled packages are CommonJS and call require() for Node's own modules.
  banner: {
    js: "import { createRequire as templensRequire } from 'node:module'; const require = templensRequire(import.meta.url);",
  },
};
const benches = existsSync('test/bench') ? readdirSync('test/bench').filter(name => name.endsWith('.ts')) : [];

await Promise.all([
  build({
    ...esm,
    entryPoints: {
      cli: 'server/src/cli/main.ts',
      'engine-worker': 'server/src/site/engine-worker.ts',
      'parse-worker': 'server/src/site/parse-worker.ts',
    },
    outdir: 'server/dist',
  }),
  build({
    ...node,
    format: 'cjs',
    minify: true,
    entryPoints: { extension: 'client/src/extension.ts' },
    outdir: 'client/dist',
    outExtension: { '.js': '.cjs' },
    external: ['vscode'],
  }),
  build({ ...esm, entryPoints: benches.map(name => join('test/bench', name)), outdir: 'test/bench/dist' }),
]);
