// Storms of the language server on sites of the corpus. Environment:
//   TEMPLENS_SEED                numbers that decide the operations; printed in the test's name
//   TEMPLENS_STORM_SITES         only these sites, with commas between them
//   TEMPLENS_STORM_RUNS          storms of each site, each with the next seed; 1 by default
//   TEMPLENS_STORM_OPERATIONS    operations of a storm; 300 by default
// Further ones, for looking into a failure, are in test/lsp/support/lsp-storm.ts.
import { describe, expect, test } from 'vitest';
import { survivesLspStorm } from '../lsp/support/lsp-storm.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';

const {
  TEMPLENS_SEED = Date.now() % 1_000_000,
  TEMPLENS_STORM_SITES: only,
  TEMPLENS_STORM_RUNS = 1,
  TEMPLENS_STORM_OPERATIONS = 300,
} = process.env;

describe.runIf(corpusAvailable)('a language server under a storm shows at rest what a fresh one shows', () => {
  const names = only?.split(',') ?? corpusSites().map(({ name }) => name);
  const wanted = corpusSites().filter(({ name }) => names.includes(name));
  test('every site that is asked for is there', () => {
    expect(wanted.map(({ name }) => name)).toEqual(names.toSorted());
  });
  const seeds = Array.from({ length: Number(TEMPLENS_STORM_RUNS) }, (_, run) => Number(TEMPLENS_SEED) + run);
  // Each kind of client comes with every other site and seed.
  const runs = wanted.flatMap((site, at) =>
    seeds.map(seed => ({ name: site.name, site, seed, pulls: (at + seed) % 2 === 0, watches: (at + (seed >> 1)) % 2 === 0 })),
  );
  test.each(runs)('$name, seed $seed, pulls: $pulls, watches: $watches', async ({ site, ...kind }) => {
    await survivesLspStorm(site.pagesFolder, { ...kind, operations: Number(TEMPLENS_STORM_OPERATIONS), burst: 60 });
  });
});
