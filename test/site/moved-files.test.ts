import fc from 'fast-check';
import { defaultSettings } from 'templens-shared/settings';
import { expect, test } from 'vitest';
import { unpackTree } from '../../server/src/html/packed-tree.ts';
import { type PackedFile, packFiles } from '../../server/src/site/packed-files.ts';
import { type ParsedFile, parseText } from '../../server/src/site/parse-text.ts';
import { newModel, randomHashKey } from '../../server/src/site/site-state.ts';
import { anyPage } from '../support/any-page.ts';
import { generatedPage } from '../support/generated-site.ts';
import { inputs } from '../support/random-inputs.ts';

const compared = { settings: { normalisers: defaultSettings.normalisers }, key: randomHashKey() };

function parsed(texts: readonly string[]): ParsedFile[] {
  const files = texts.map((text, page) => parseText(`p${page}.html`, text, { ...defaultSettings, compared }, undefined));
  return [...files, { page: 'gone.html', kind: 'missing' }];
}

function whole(file: PackedFile): ParsedFile {
  return file.kind === 'tree' ? { ...file, digest: { ...file.digest, tree: unpackTree(file.digest.tree) } } : file;
}

test('files that moved to another thread are the same, whatever their texts are', () => {
  fc.assert(
    fc.property(fc.array(anyPage, { maxLength: 4 }), texts => {
      const files = parsed(texts);
      expect(structuredClone(packFiles(files)).map(whole)).toEqual(files);
    }),
    { numRuns: inputs(100) },
  );
});

test('the model keeps nothing of the buffer that they share', () => {
  const files = parsed(Array.from({ length: 6 }, (_, page) => generatedPage({ pages: 6, layouts: 2, seed: 1 }, page)));
  const model = newModel(defaultSettings);
  const moved = packFiles(files).flatMap(file => (file.kind === 'tree' ? [file] : []));
  for (const { page, digest, features } of moved) model.upsert(page, digest, features);
  const buffers = new Set(moved.map(({ digest }) => digest.nodeKeys.buffer));
  expect(buffers.size).toBe(1);
  for (const buffer of buffers) new Uint8Array(buffer).fill(0);
  model.settle();
  const digests = files.flatMap(file => (file.kind === 'tree' ? [file.digest] : []));
  expect(moved.map(({ page }) => model.digest(page))).toEqual(digests);
});
