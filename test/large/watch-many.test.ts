import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultSettings } from 'templens-shared/settings';
import { expect, test } from 'vitest';
import { watchSite } from '../../server/src/site/watcher.ts';
import { makeFolder } from '../site/folder.ts';

const PAGES = 50_000;
const FOLDERS = 250;
const name = (page: number): string => `${page % FOLDERS}/${page}.html`;
/** Milliseconds in which a change is heard of: polled files are looked at every ten seconds. */
const PATIENCE = 60_000;
const QUIET = 10_000;

const seconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

test.each([
  ['natively', false, 0.05],
  ['by polling', true, 0.3],
])(
  `${PAGES} files are watched %s: one change is heard, and a thousand, and without changes little is done`,
  async (_, polling, most) => {
    const root = makeFolder();
    for (let folder = 0; folder < FOLDERS; folder++) mkdirSync(join(root, `${folder}`));
    for (let page = 0; page < PAGES; page++) writeFileSync(join(root, name(page)), `<p>Page ${page}`);
    const heard = new Set<string>();
    const problems: string[] = [];
    const watch = watchSite(
      root,
      { ...defaultSettings, polling },
      {
        onPages: pages => {
          for (const page of pages) heard.add(page);
        },
        onFolders: () => {},
        onRescan: () => {},
        onProblem: problem => problems.push(problem),
      },
    );
    await watch.ready;
    await sleep(QUIET);
    const [before, start] = [seconds(), performance.now()];
    await sleep(QUIET * 2);
    const share = (seconds() - before) / ((performance.now() - start) / 1000);
    console.log(`${polling ? 'polling' : 'native'}: ${share.toFixed(3)} of a core without changes`);
    expect(share).toBeLessThan(most);

    for (const pages of [1, 1000]) {
      heard.clear();
      const changed = Array.from({ length: pages }, (_, page) => name(page));
      for (const page of changed) writeFileSync(join(root, page), `<p>Another text ${pages}`);
      await expect.poll(() => changed.filter(page => !heard.has(page)), { timeout: PATIENCE, interval: 200 }).toEqual([]);
    }
    expect(problems).toEqual([]);
    await watch.close();
  },
);
