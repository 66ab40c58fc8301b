// Watch storms on sites of the corpus. Environment:
//   TEMPLENS_STORM_SEED    numbers that decide the operations; printed in the test's name
//   TEMPLENS_STORM_SITES   only these sites, with commas between them
//   TEMPLENS_STORM_RUNS    storms of each site and kind of watching, each with the next seed; 1 by default
//   TEMPLENS_STORM_BUSY    processes that keep the processors busy meanwhile; none by default
// Twenty storms beside eight busy processes; no storm may time out:
//   TEMPLENS_STORM_SITES=aviato TEMPLENS_STORM_RUNS=10 TEMPLENS_STORM_BUSY=8 npm run test:large -- test/large/watch-storms.test.ts
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { survivesStorm } from '../site/storm.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';

/** So that comparing with a fresh index takes seconds. */
const MOST_PAGES = 60;
const {
  TEMPLENS_STORM_SEED = Date.now() % 1_000_000,
  TEMPLENS_STORM_SITES: only,
  TEMPLENS_STORM_RUNS = 1,
  TEMPLENS_STORM_BUSY = 0,
} = process.env;
const first = Number(TEMPLENS_STORM_SEED);
const busy: ChildProcess[] = [];
/** Keeps a processor busy until this process ends, or closes its input. */
const SPIN =
  'process.stdin.resume().on("end", () => process.exit()); const spin = () => { for (const end = Date.now() + 50; Date.now() < end; ); setImmediate(spin); }; spin();';

beforeAll(() => {
  for (let count = 0; count < Number(TEMPLENS_STORM_BUSY); count++) busy.push(spawn(process.execPath, ['-e', SPIN]));
});
afterAll(() => {
  for (const child of busy) child.kill();
});

describe.runIf(corpusAvailable)('a watched site under a storm of all kinds of operation', () => {
  const names = only?.split(',') ?? corpusSites().map(({ name }) => name);
  const wanted = corpusSites().filter(({ name }) => names.includes(name));
  const seeds = Array.from({ length: Number(TEMPLENS_STORM_RUNS) }, (_, run) => first + run);
  const runs = wanted.flatMap(site =>
    seeds.flatMap(seed => [false, true].map(polling => ({ name: site.name, polling, seed, site }))),
  );
  test('every site that is asked for is there', () => {
    expect(wanted.map(({ name }) => name)).toEqual(names.toSorted());
  });
  test.each(runs)('$name, polling: $polling, seed $seed', async ({ site, polling, seed }) => {
    const root = makeFolder();
    for (const page of [...site.pages.keys()].slice(0, MOST_PAGES)) {
      mkdirSync(dirname(join(root, page)), { recursive: true });
      copyFileSync(join(site.pagesFolder, page), join(root, page));
    }
    await survivesStorm(root, { polling, seed, operations: 200 });
  });
});
