import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { committedWeights } from '../../server/src/core/labels/default-extractor.ts';
import { decodeHost, encodeHost, NotAHostModel } from '../../server/src/core/model/host-format.ts';
import { learnHost } from '../../server/src/core/model/learn-host.ts';
import { hash53 } from '../../server/src/html/hash.ts';
import { inputs } from '../support/random-inputs.ts';
import { pageText } from './random-pages.ts';

const learn = (texts: readonly string[]) =>
  learnHost(texts.map((text, at) => ({ name: `${at}.html`, digest: digestText(text) })));
const page = (title: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><body><nav><a href="/">Home</a> <a href="/b">News</a></nav><main><h1>${title}</h1></main>`;
const example = encodeHost(learn(['Owls', 'Foxes', 'Cats'].map(page)).frozen);

test('bytes hold everything', () => {
  fc.assert(
    fc.property(fc.array(pageText, { minLength: 1, maxLength: 8 }), texts => {
      const { frozen } = learn(texts);
      expect(decodeHost(encodeHost(frozen))).toEqual(frozen);
    }),
    { numRuns: inputs(100) },
  );
});

test('no damaged model is read', () => {
  const sentence = /^The model is damaged: [a-z ]+\.$|^This is not a model of Templens\.$/;
  for (let length = 0; length < example.length; length++) expect(() => decodeHost(example.subarray(0, length))).toThrow(sentence);
  for (let at = 0; at < example.length; at++) {
    const damaged = example.slice();
    damaged[at]! ^= 0x10;
    expect(() => decodeHost(damaged)).toThrow(sentence);
  }
});

test('a model that was learned with other weights is refused', () => {
  const other = { ...committedWeights, bias: committedWeights.bias + 1 };
  expect(() => decodeHost(example, other)).toThrow(
    new NotAHostModel('The model was made by a Templens with another version of the label weights; learn it again.'),
  );
});

test('keys are those of this version of the normalisation', () => {
  // If this fails because keys of unchanged pages changed, raise `versions.keys` in host-format.ts and write the new hash here.
  const text = readFileSync(new URL('../fixtures/sample-site/pages/mission.html', import.meta.url), 'utf8');
  const { pages, places } = learn([text]).frozen;
  expect([pages[0]!.identity, hash53(places.join())]).toMatchInlineSnapshot(`
    [
      [
        -175634110,
        -1402655834,
      ],
      1791411693850317,
    ]
  `);
});
