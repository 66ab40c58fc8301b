import { describe, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';
import { randomSeed } from '../support/random-seed.ts';
import { survivesLspStorm } from './support/lsp-storm.ts';

const framed = { ...framedSiteFiles, ...Object.fromEntries(framedSite(24).map(page => [page.path, textOf(page)])) };
const kinds = [
  { pulls: false, watches: true },
  { pulls: true, watches: false },
];

describe('a language server under a storm shows at rest what a fresh one shows', () => {
  test.each(kinds)('on a generated site, %o', async kind => {
    await survivesLspStorm(makeFolder(framed), { ...kind, seed: randomSeed(), operations: 40, burst: 20 });
  });
});
