import { defaultSettings } from 'templens-shared/settings';
import { expect, test, vi } from 'vitest';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { makeFolder } from './folder.ts';
import { framedPage, freshAnswers, openSite, replay } from './site-folder.ts';

const pages = { 'a.html': framedPage('<p>a</p>'), 'b.html': framedPage('<p>b</p>'), 'c.html': framedPage('<p>c</p>') };

test('paranoid mode finds nothing where nothing is wrong', async () => {
  const { engine, take } = await openSite(makeFolder(pages), { paranoid: true });
  for (const main of ['<p>b</p>', '<ul><li>x</ul>', '']) {
    engine.send({ command: 'text', page: 'a.html', version: 1, text: framedPage(main) });
    await engine.idle();
  }
  expect(take('problem')).toEqual([]);
});

test('paranoid mode reports a difference, and rebuilds', async () => {
  const root = makeFolder(pages);
  const { engine, events, take } = await openSite(root, { paranoid: true });
  const text = framedPage('<p>edited</p>');
  const labels = SiteModel.prototype.labels;
  let first: SiteModel | undefined;
  const spy = vi.spyOn(SiteModel.prototype, 'labels').mockImplementation(function (this: SiteModel, page) {
    const right = labels.call(this, page);
    // The model of the site is asked first, and answers wrongly until it is replaced.
    first ??= this;
    if (page !== 'b.html' || this !== first) return right;
    return { ...right, score: right.score.map(score => 1 - score) };
  });
  engine.send({ command: 'text', page: 'a.html', version: 1, text });
  await engine.idle();
  spy.mockRestore();
  expect(take('problem').map(({ message }) => message)).toEqual([
    'The index differs from a fresh one (labels of b.html); it is rebuilt. Please report this.',
  ]);
  const fresh = await freshAnswers(root, defaultSettings, new Map([['a.html', text]]));
  expect(replay(events).pages).toEqual(fresh.pages);
});
