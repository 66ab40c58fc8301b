import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { survivesStorm } from '../site/storm.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';

/** So that comparing with a fresh index takes seconds. */
const MOST_PAGES = 60;
const seed = Number(process.env.TEMPLENS_STORM_SEED ?? Date.now() % 1_000_000);

describe.runIf(corpusAvailable)(`a watched site under a storm of all kinds of operation, seed ${seed}`, () => {
  const runs = corpusSites().flatMap(site => [false, true].map(polling => ({ name: site.name, polling, site })));
  test.each(runs)('$name, polling: $polling', async ({ site, polling }) => {
    const root = makeFolder();
    for (const page of [...site.pages.keys()].slice(0, MOST_PAGES)) {
      mkdirSync(dirname(join(root, page)), { recursive: true });
      copyFileSync(join(site.pagesFolder, page), join(root, page));
    }
    await survivesStorm(root, { polling, seed, operations: 200 });
  });
});
