// Builds the page to try Templens on: one HTML file with the engine in it, which needs no server and no network.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { build } from 'esbuild';
import { thirdPartyNotices } from '../third-party-notices.mjs';

const here = import.meta.dirname;
/** A small site in which two things are wrong. */
const sample = 'client/sample';

/** Writes `try.html` to a folder. @param home address of the documents, from there. */
export async function buildTryPage(folder, home) {
  const options = {
    bundle: true,
    platform: 'browser',
    target: 'es2023',
    minify: true,
    write: false,
    logLevel: 'warning',
    legalComments: 'none',
  };
  const [worker, page] = await Promise.all([
    build({
      ...options,
      metafile: true,
      format: 'iife',
      entryPoints: ['server/src/browser/worker.ts'],
      mainFields: ['module', 'main'],
    }),
    build({ ...options, format: 'iife', entryPoints: [join(here, 'page.js')] }),
  ]);
  const script = page.outputFiles[0].text;
  const style = readFileSync('.config/site-base.css', 'utf8') + readFileSync(join(here, 'style.css'), 'utf8');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const parts = {
    home,
    policy,
    style,
    script,
    worker: packed(worker.outputFiles[0].contents),
    sample: packed(JSON.stringify(sampleFiles())),
    notices: packed(thirdPartyNotices(worker.metafile)),
  };
  const html = readFileSync(join(here, 'page.html'), 'utf8').replace(
    /(?:\/\*)?\{\{(\w+)\}\}(?:\*\/)?/g,
    (_, name) => parts[name],
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'try.html'), html);
}

/** The address of the repository, where the documents are before a site is built of them. */
export function repositoryAddress() {
  const { repository } = JSON.parse(readFileSync('server/package.json', 'utf8'));
  return repository.url.replace(/^git\+|\.git$/g, '');
}

function hashOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Compressed, so that no characters of HTML are in it. */
function packed(data) {
  return deflateRawSync(data, { level: 9 }).toString('base64');
}

function sampleFiles() {
  const names = readdirSync(sample, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const paths = names.map(({ parentPath, path, name }) =>
    join(parentPath ?? path, name)
      .slice(sample.length + 1)
      .replaceAll('\\', '/'),
  );
  return Object.fromEntries(paths.sort().map(path => [path, readFileSync(join(sample, path), 'utf8')]));
}
