// Compared pages are kept from when they were parsed; findings are those of a fresh engine all the same.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from 'templens-shared/settings';
import { expect, test } from 'vitest';
import { isDeep } from '../support/deep.ts';
import { agreeingFiles, freshFindings, openChecked, toldFindings, withoutSecond } from './checked-folder.ts';
import { makeFolder, writeFiles } from './folder.ts';

/** So many pages that are due at once are parsed in other threads. */
const MANY = 450;
const page = 'p7.html';
const drifted = withoutSecond(agreeingFiles(8)[page]!);
const driftedElsewhere = agreeingFiles(8)[page]!.replace('<p>Printed in town</p>', '');

test('they are not taken for a text that another thread parsed later', async () => {
  const root = makeFolder(agreeingFiles(MANY));
  const { engine, events, settings } = await openChecked(root, { threads: 2 });
  writeFiles(root, { [page]: drifted });
  engine.send({ command: 'files', pages: [page] });
  await engine.idle();
  const files = Object.entries(agreeingFiles(MANY)).map(([name, text]) => [name, text.replace('Written', 'Painted')]);
  const changed = { ...Object.fromEntries(files), [page]: driftedElsewhere.replace('Written', 'Painted') };
  writeFiles(root, changed);
  engine.send({ command: 'files', pages: Object.keys(changed) });
  await engine.idle();
  expect(toldFindings(events)).toEqual(await freshFindings(root, settings));
  expect(toldFindings(events).get(page)).toHaveLength(1);
});

test.runIf(isDeep)('they are not taken for a page that took the place of another', async () => {
  const root = makeFolder({ ...agreeingFiles(12), [page]: drifted });
  const { engine, events, settings } = await openChecked(root, { threads: 2 });
  rmSync(join(root, page));
  engine.send({ command: 'files', pages: [page] });
  await engine.idle();
  const added = { ...agreeingFiles(MANY), [page]: driftedElsewhere };
  writeFiles(root, added);
  engine.send({ command: 'files', pages: Object.keys(added) });
  await engine.idle();
  expect(toldFindings(events)).toEqual(await freshFindings(root, settings));
  expect(toldFindings(events).get(page)).toHaveLength(1);
});

test.runIf(isDeep)('pages are compared as deep as they are parsed, also after the setting changed', async () => {
  const deep = (text: string) => text.replace('<ul', `${'<div>'.repeat(20)}<ul`).replace('</ul>', `</ul>${'</div>'.repeat(20)}`);
  const files = Object.entries(agreeingFiles(MANY)).map(([name, text]) => [name, deep(text)]);
  const root = makeFolder({ ...Object.fromEntries(files), [page]: deep(drifted) });
  const { engine, events, settings } = await openChecked(root, { threads: 2, maxDepth: 10 });
  expect(toldFindings(events)).toEqual(await freshFindings(root, { ...settings, maxDepth: 10 }));
  const { maxDepth } = defaultSettings;
  engine.send({ command: 'settings', settings: { ...settings, maxDepth } });
  await engine.idle();
  expect(toldFindings(events)).toEqual(await freshFindings(root, { ...settings, maxDepth }));
  expect([...toldFindings(events).keys()]).toEqual([page]);
});
