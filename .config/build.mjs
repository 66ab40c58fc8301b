// Bundles the command line with its workers, the VS Code client and the benchmarks; writes the licences of what the first two contain.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { packageTypes } from './package-types.mjs';
import { documentsIn, filesIn, packDocuments, packedDocument } from './packed-docs.mjs';
import { thirdPartyNotices } from './third-party-notices.mjs';
import { buildTryPage, repositoryAddress } from './try/build.mjs';

const node = { bundle: true, platform: 'node', target: 'node20', sourcemap: true, logLevel: 'warning', legalComments: 'none' };
const esm = {
  ...node,
  format: 'esm',
  // jsonc-parser's main file cannot be bundled, its module can.
  mainFields: ['module', 'main'],
  // Some bundled packages are CommonJS: they call require() for Node's own modules, and look for files beside their code.
  banner: {
    js: [
      "import { createRequire as templensRequire } from 'node:module';",
      "import { fileURLToPath as templensPath } from 'node:url';",
      "const require = templensRequire(import.meta.url), __dirname = templensPath(new URL('.', import.meta.url));",
    ].join('\n'),
  },
  // Optional: piscina lowers the priority of threads with it, if asked to.
  external: ['@napi-rs/nice'],
};
/** Bundles that run only in the repository find esbuild, and piscina with its worker, in node_modules. */
const inPlace = { ...esm, external: ['piscina', 'esbuild'] };
/** piscina starts the file `worker.js` beside its code. */
const poolWorker = { worker: 'node_modules/piscina/dist/worker.js' };
const benches = existsSync('test/bench') ? readdirSync('test/bench').filter(name => name.endsWith('.ts')) : [];

const began = performance.now();
/** Says on stderr what a step made, and the seconds since the build began: stdout is for what is run afterwards. */
const done = what => console.error(`${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s  ${what}`);
done('Building; about 15 seconds on two cores.');

/** Bundles, and says so. */
const bundle = async (what, options) => {
  const result = await build(options);
  done(what);
  return result;
};

const [server, client, bundledServer] = await Promise.all([
  bundle('server/dist: the command line, the Node API and their workers', {
    ...esm,
    metafile: true,
    entryPoints: {
      cli: 'server/src/cli/main.ts',
      index: 'server/src/api/index.ts',
      'engine-worker': 'server/src/site/engine-worker.ts',
      'parse-worker': 'server/src/site/parse-worker.ts',
      'bench-worker': 'server/src/lab/workbench/run/bench-worker.ts',
      'labeller-thread': 'server/src/crawl/labeller-thread.ts',
      'migration-worker': 'server/src/migration/migration-worker.ts',
      ...poolWorker,
    },
    // Comments and white space are two fifths of the code; names stay, for stack traces.
    minifyWhitespace: true,
    outdir: 'server/dist',
    // What several entry points need is there once.
    splitting: true,
  }),
  bundle('client/dist: the extension', {
    ...node,
    metafile: true,
    format: 'cjs',
    minify: true,
    entryPoints: { extension: 'client/src/extension.ts' },
    outdir: 'client/dist',
    outExtension: { '.js': '.cjs' },
    external: ['vscode'],
  }),
  // The extension carries the language server alone, and its workers.
  bundle('client/dist: the language server of the extension', {
    ...esm,
    metafile: true,
    minify: true,
    entryPoints: {
      server: 'server/src/lsp/main.ts',
      'engine-worker': 'server/src/site/engine-worker.ts',
      'parse-worker': 'server/src/site/parse-worker.ts',
      'migration-worker': 'server/src/migration/migration-worker.ts',
      ...poolWorker,
    },
    outdir: 'client/dist',
    splitting: true,
  }),
  bundle('test/bench/dist: the benchmarks', {
    ...inPlace,
    entryPoints: benches.map(name => join('test/bench', name)),
    outdir: 'test/bench/dist',
  }),
  bundle('test/fuzz/dist: the fuzzer', {
    ...inPlace,
    entryPoints: existsSync('test/fuzz') ? ['test/fuzz/fuzz.ts'] : [],
    outdir: 'test/fuzz/dist',
  }),
]);
for (const [bundles, folder] of [
  [[server], 'server/dist'],
  [[client, bundledServer], 'client/dist'],
]) {
  const outputs = Object.assign({}, ...bundles.map(({ metafile }) => metafile.outputs));
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices({ outputs }));
  // Chunks of earlier builds have other names.
  const built = new Set(Object.keys(outputs).map(path => basename(path)));
  for (const name of readdirSync(folder)) if (/\.js(\.map)?$/.test(name) && !built.has(name)) rmSync(join(folder, name));
}
// `templens explain` prints the checks, and links of findings lead to them.
packDocuments(documentsIn('docs'), 'server', ['README.md']);
packDocuments(documentsIn('docs/checks'), 'client');
// vsce puts these at the root of the extension, whatever their paths are.
const inExtension = [...filesIn('client/images'), 'LICENSE'];
writeFileSync('client/dist/README.md', packedDocument('client/README.md', inExtension, '.'));
writeFileSync('client/dist/CHANGELOG.md', packedDocument('CHANGELOG.md', inExtension));
await buildTryPage('dist', repositoryAddress());
done('dist/try.html: the page to try it on');
packageTypes('server/src/api/index.ts', 'server/dist/types');
done('server/dist/types: the types of the Node API');
