import fc from 'fast-check';
import { defaultSettings } from 'templens-shared/settings';
import { expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { inputs } from '../support/random-inputs.ts';

const names = ['a.html', 'b.html', 'c.html', 'd.html', 'e.html', 'f.html'];
const bodies = ['<p>One</p>', '<p>One</p><p>Two</p>', '<ul><li>One<li>Two</ul>', '<h2>Two</h2><p>Three</p><hr>'];
const textOf = (body: number): string =>
  `<!doctype html><title>Page</title><ul id="menu"><li><a href="/a.html">Home</a></ul><main>${bodies[body]}</main><p>Footer</p>`;

function modelOf(pages: ReadonlyMap<string, number>): SiteModel {
  const model = new SiteModel({ extractor: 'default', groupThreshold: defaultSettings.groupThreshold });
  for (const [name, body] of pages) model.upsert(name, parsePage(textOf(body), { path: name }));
  model.settle();
  return model;
}

const labelsOf = (model: SiteModel, name: string) => {
  const { label, score } = model.labels(name);
  return { size: model.tree(name).size, label: [...label], score: [...score] };
};

test('labels that are asked for by turns are those of a fresh model, also after an edit and back', () => {
  const edit = fc.record({ name: fc.constantFrom(...names), body: fc.nat(bodies.length - 1), asked: fc.subarray(names) });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), edits => {
      const pages = new Map(names.map((name, index) => [name, index % 2]));
      const model = modelOf(pages);
      // Every edit is undone in the end, the last one first.
      const undone = edits.map(({ name, asked }) => ({ name, body: pages.get(name)!, asked })).reverse();
      for (const { name, body, asked } of [...edits, ...undone]) {
        pages.set(name, body);
        model.upsert(name, parsePage(textOf(body), { path: name }));
        model.settle();
        for (const each of [name, ...asked, name]) expect(labelsOf(model, each).label).toHaveLength(model.tree(each).size);
      }
      const fresh = modelOf(pages);
      for (const name of names) expect(labelsOf(model, name)).toEqual(labelsOf(fresh, name));
    }),
    { numRuns: inputs(50) },
  );
});
