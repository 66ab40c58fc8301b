import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from 'templens-shared/settings';
import { expect, test } from 'vitest';
import { chosen } from '../support/chosen.ts';
import { makeFolder, writeFiles } from './folder.ts';
import { framedPage, freshAnswers, replay } from './site-folder.ts';
import { survivesStorm } from './storm.ts';
import { watchedEngine } from './watched-engine.ts';

test('a watched site under a storm ends at idle with what a fresh engine says', async () => {
  const name = (i: number) => `${i % 4}/p${i}.html`;
  const root = makeFolder(Object.fromEntries(Array.from({ length: 120 }, (_, i) => [name(i), framedPage(`<p>${i}</p>`)])));
  const { engine, events, until } = await watchedEngine(root, defaultSettings, { inWorker: true });

  for (let round = 0; round < 20; round++) {
    for (let i = 0; i < 30; i++) {
      const at = (round * 37 + i * 11) % 130;
      const file = join(root, name(at));
      mkdirSync(join(root, `${at % 4}`), { recursive: true });
      if (i % 6 === 0) rmSync(file, { force: true });
      else if (i % 6 === 1) {
        writeFileSync(file, '');
        renameSync(file, join(root, `moved-${at}.html`));
      } else writeFileSync(file, framedPage(`<p>${round} ${i}</p>`, at % 3 === 0 ? `Round ${round}` : 'Home'));
    }
    if (round === 7) renameSync(join(root, '1'), join(root, 'one'));
    if (round === 12) rmSync(join(root, '2'), { recursive: true });
    // Lets the watcher hear some of it in between.
    if (round % 3 === 0) await new Promise(resolve => setImmediate(resolve));
  }
  writeFiles(root, { 'last.html': framedPage('<p>last</p>') });

  const fresh = await freshAnswers(root, defaultSettings);
  const isSame = () => JSON.stringify([...replay(events).pages]) === JSON.stringify([...fresh.pages]);
  // Idle comes after every batch of events; the last one must be right, and nothing comes after it.
  await until(isSame);
  expect(replay(events).groups).toEqual(fresh.groups);
  expect(replay(events).parts).toEqual(fresh.parts);
  expect(await engine.query({ kind: 'pages' })).toEqual(fresh.statuses);
});

const seed = Number(process.env.TEMPLENS_STORM_SEED ?? 1);
test.each(chosen([{ polling: false }, { polling: true }], 1))(
  `a storm of all kinds of operation (%o, seed ${seed})`,
  async ({ polling }) => {
    const files = Array.from({ length: 40 }, (_, i) => [`${i % 3}/p${i}.html`, framedPage(`<p>${i}</p>`)]);
    await survivesStorm(makeFolder(Object.fromEntries(files)), { polling, seed, operations: 150 });
  },
);
