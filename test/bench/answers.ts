// Digests of the answers about all sites of the corpus (test/answers.json). A refactoring must not change them.
// usage: node test/bench/dist/answers.js --check [--site NAME]... [--keep DIR] [--against DIR]   compares with the digests; --against prints
//                                                          the first difference from the answers of a folder that --keep filled before
//        node test/bench/dist/answers.js --write [--site NAME]... [--keep DIR]   writes the digests
// exit code: 1 if an answer differs; 2 wrong usage; 0 without a corpus, after one line
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { corpusAvailable, corpusSites, namedSites } from '../support/corpus.ts';
import { firstDifference } from '../support/first-difference.ts';
import { type Answers, type Product, programAnswers, serverAnswers } from '../support/site-answers.ts';

const file = 'test/answers.json';
const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    site: { type: 'string', multiple: true },
    keep: { type: 'string' },
    against: { type: 'string' },
  },
});
if (values.check === values.write) {
  console.error('Give --check or --write.');
  process.exit(2);
}
if (!corpusAvailable) process.exit(0);
const asked = namedSites(corpusSites(), values.site);

// A cache may hold answers of another version.
process.env.TEMPLENS_CACHE = '';
const server = new URL('../../../server/', import.meta.url);
const product: Product = {
  commandLine: new URL('dist/cli.js', server).href,
  api: new URL('dist/index.js', server).href,
  bin: fileURLToPath(new URL('bin/templens.js', server)),
};

type Digests = Record<string, Record<string, string>>;
const digests: Digests = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Digests) : {};
const found = new Map<string, Answers>();
// The command line and the language servers run side by side.
let servers: Promise<unknown> = Promise.resolve();
for (const site of asked) {
  const answers = await programAnswers(product, site.pagesFolder);
  found.set(site.name, answers);
  servers = servers.then(async () => Object.assign(answers, await serverAnswers(product, site, answers.check!)));
  servers.catch(() => {});
}
await servers;

if (values.keep !== undefined)
  for (const [site, answers] of found) {
    mkdirSync(join(values.keep, site), { recursive: true });
    for (const [name, text] of Object.entries(answers)) writeFileSync(join(values.keep, site, name), text);
  }
const now: Digests = Object.fromEntries(
  [...found].map(([site, answers]) => [
    site,
    Object.fromEntries(Object.entries(answers).map(([name, text]) => [name, createHash('sha256').update(text).digest('hex')])),
  ]),
);
if (values.write) {
  const kept = values.site ? { ...digests, ...now } : now;
  const sorted = Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
} else process.exitCode = compare() > 0 ? 1 : 0;

/** Prints the answers that differ; returns their number. */
function compare(): number {
  let differing = 0;
  let same = 0;
  for (const site of new Set([...Object.keys(values.site ? {} : digests), ...Object.keys(now)])) {
    for (const name of new Set([...Object.keys(digests[site] ?? {}), ...Object.keys(now[site] ?? {})])) {
      const [before, after] = [digests[site]?.[name], now[site]?.[name]];
      if (before === after) {
        same++;
        continue;
      }
      differing++;
      console.log(`${site} ${name}: ${before === undefined ? 'is new' : after === undefined ? 'is missing' : 'differs'}`);
      const kept = values.against === undefined ? undefined : join(values.against, site, name);
      const text = found.get(site)?.[name];
      if (kept !== undefined && text !== undefined && existsSync(kept))
        console.log(firstDifference(readFileSync(kept, 'utf8'), text));
    }
  }
  console.log(`${same} answers are equal, ${differing} differ.`);
  return differing;
}
