import { describe, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { chosen } from '../support/chosen.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';
import { randomSeed } from '../support/random-seed.ts';
import { survivesLspStorm } from './support/lsp-storm.ts';

const framed = { ...framedSiteFiles, ...Object.fromEntries(framedSite(24).map(page => [page.path, textOf(page)])) };
const kinds = [
  { pulls: false, watches: true },
  { pulls: true, watches: false },
];

describe('a language server under a storm shows at rest what a fresh one shows', () => {
  test.each(chosen(kinds, 1))('on a generated site, %o', async kind => {
    await survivesLspStorm(makeFolder(framed), { ...kind, seed: randomSeed(), operations: 40, burst: 20 });
  });

  const real = corpusSites().filter(({ name }) => ['aviato', 'fossasia2014', 'modern-business'].includes(name));
  test.runIf(corpusAvailable).each(real.flatMap(site => kinds.map(kind => ({ name: site.name, site, ...kind }))))(
    'on $name, pulls: $pulls, watches: $watches',
    async ({ site, ...kind }) => {
      await survivesLspStorm(site.pagesFolder, { ...kind, seed: randomSeed(), operations: 60, burst: 25 });
    },
  );
});
