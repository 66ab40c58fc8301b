import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { openSite } from '../site/site-folder.ts';

const PAGES = 200_000;
const FOLDERS = 200;

const name = (page: number): string => `${page % FOLDERS}/${page}.html`;
const inOneLayout = (page: number): string => `<ul><li>Home<li>News</ul><p>Page ${page}`;
/** Pages of different editors' templates have different layouts, whatever they look like. */
const alone = (page: number): string =>
  `<html><!-- InstanceBegin template="/${page}.dwt" --><p>Page ${page}</p><!-- InstanceEnd --></html>`;

test.each([
  ['in one layout', inOneLayout, 1],
  ['alone in their layouts', alone, PAGES],
])(`${PAGES} tiny pages %s are indexed, and one is edited`, async (_, text, layouts) => {
  const root = makeFolder();
  for (let folder = 0; folder < FOLDERS; folder++) mkdirSync(join(root, `${folder}`));
  for (let page = 0; page < PAGES; page++) writeFileSync(join(root, name(page)), text(page));
  const site = await openSite(root, { threads: 2, checked: true });
  expect(site.events.filter(({ event }) => event === 'problem')).toEqual([]);
  expect(site.take('ready')).toMatchObject([{ pages: PAGES, groups: layouts }]);

  writeFileSync(join(root, name(7)), text(7).replace('Page', 'One page'));
  site.engine.send({ command: 'files', pages: [name(7)] });
  await site.engine.idle();
  expect(site.take('idle')).toMatchObject([{ work: { pagesParsed: 1, pagesChecked: 1 } }]);

  site.engine.send({ command: 'text', page: name(8), version: 1, text: text(8).replace('Page', 'A page') });
  await site.engine.idle();
  expect(site.take('regions')).toMatchObject([{ page: name(8), version: 1 }]);

  site.engine.send({ command: 'rescan' });
  await site.engine.idle();
  expect(site.take('problem')).toEqual([]);
  expect(await site.engine.query({ kind: 'check' })).toEqual([]);
});
