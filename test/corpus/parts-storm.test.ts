import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { corpusAvailable, corpusFolder } from '../support/corpus.ts';
import { seededRandom, stormParts } from '../support/parts-storm.ts';

// A new seed in every run; TEMPLENS_STORM_SEED repeats one.
const seed = Number(process.env.TEMPLENS_STORM_SEED ?? Math.floor(Math.random() * 2 ** 31));

describe.runIf(corpusAvailable)(`parts and layouts after random file operations, with seed ${seed}`, () => {
  test.each(['modern-business', 'aviato', 'nodeschool'])(
    'are those of a fresh index: %s',
    async site => {
      const difference = await stormParts(join(corpusFolder, site, 'pages'), seededRandom(seed), { rounds: 3, operations: 8 });
      expect(difference && `${difference}; TEMPLENS_STORM_SEED=${seed}`).toBeUndefined();
    },
    60_000,
  );
});
