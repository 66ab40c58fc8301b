import { expect, test } from 'vitest';
import { makeFolder } from './folder.ts';
import { framedPage, openSite } from './site-folder.ts';

test('a layout with another name is reported again, with the pages that it had', async () => {
  const names = ['a.html', 'b.html', 'c.html'];
  const root = makeFolder(Object.fromEntries(names.map(name => [name, framedPage(`<p>About ${name}</p>`)])));
  const { engine, settings, take } = await openSite(root);
  const [first] = take('group');
  expect(first).toMatchObject({ change: 'add', pages: names });
  engine.send({ command: 'settings', settings: { ...settings, layouts: [{ name: 'guides', pages: ['*.html'] }] } });
  await engine.idle();
  expect(take('group')).toEqual([{ ...first, change: 'change', layout: 'guides' }]);
  engine.send({ command: 'settings', settings });
  await engine.idle();
  expect(take('group')).toEqual([{ ...first, change: 'change' }]);
});
