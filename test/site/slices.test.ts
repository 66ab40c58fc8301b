import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { VotingPages } from '../../server/src/core/findings/agreement/voting-pages.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { SiteIndex } from '../../server/src/site/site-index.ts';
import { agreeingFiles, checkedPage, freshFindings, openChecked, toldFindings, withoutSecond } from './checked-folder.ts';
import { makeFolder, writeFiles } from './folder.ts';

const PAGES = 450;

/** Counts, from here on, slices of work, and the most pages that one slice merges or takes over for the checks. */
function countSlices() {
  const most = { merged: 0, taken: 0 };
  const now = { merged: 0, taken: 0 };
  let slices = 0;
  const count = (kind: keyof typeof now) => () => {
    most[kind] = Math.max(most[kind], ++now[kind]);
  };
  const spied: { mockRestore(): void }[] = [];
  const before = <T extends object>(prototype: T, method: keyof T & string, seen: () => void): void => {
    const original = prototype[method] as (...args: unknown[]) => unknown;
    const spy = vi.spyOn(prototype as Record<string, (...args: unknown[]) => unknown>, method);
    spied.push(
      spy.mockImplementation(function (this: unknown, ...args) {
        seen();
        return original.apply(this, args);
      }),
    );
  };
  const begin = () => {
    slices++;
    now.merged = now.taken = 0;
  };
  before(SiteIndex.prototype, 'work', begin);
  before(SiteIndex.prototype, 'finish', begin);
  before(SiteModel.prototype, 'upsert', count('merged'));
  before(VotingPages.prototype, 'take', count('taken'));
  onTestFinished(() => {
    for (const spy of spied) spy.mockRestore();
  });
  return { most, slices: () => slices };
}

test('while many pages change, no slice of work is long, and a hover waits for few of them', async () => {
  const root = makeFolder(agreeingFiles(PAGES));
  const { engine, events, settings } = await openChecked(root);
  const page = 'p7.html';
  const text = checkedPage('<h2>p7</h2><p>All of p7.</p>');
  engine.send({ command: 'text', page, version: 1, text });
  await engine.idle();

  const files = Object.entries(agreeingFiles(PAGES)).map(([name, page], index): [string, string] => {
    const changed = page.replace('Printed in town', 'Printed abroad');
    return [name, index === 9 ? withoutSecond(changed) : changed];
  });
  writeFiles(root, Object.fromEntries(files));
  const { most, slices } = countSlices();
  engine.send({ command: 'files', pages: files.map(([name]) => name) });
  let isIdle = false;
  const idle = engine.idle().then(() => {
    isIdle = true;
  });
  const waits: number[] = [];
  while (!isIdle) {
    const before = slices();
    await engine.query({ kind: 'evidence', page, offset: text.indexOf('<h2>') }, undefined, true);
    waits.push(slices() - before);
    await nextTurn();
  }
  await idle;
  expect(most.merged).toBeLessThanOrEqual(200);
  expect(most.taken).toBeLessThanOrEqual(25);
  // Three that it waits for, for a current answer, and those under way when it comes and when it is answered.
  expect(Math.max(...waits)).toBeLessThanOrEqual(5);
  expect(waits.length).toBeGreaterThan(10);
  expect(toldFindings(events)).toEqual(await freshFindings(root, settings, new Map([[page, text]])));
});
