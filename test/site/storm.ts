import { setTimeout as sleep } from 'node:timers/promises';
import { defaultSettings } from 'templens-shared/settings';
import { expect, onTestFailed } from 'vitest';
import { freshFindings, toldFindings } from './checked-folder.ts';
import { mulberry32, operate } from './disk-operations.ts';
import { makeFolder } from './folder.ts';
import { freshAnswers, replay } from './site-folder.ts';
import { watchedEngine } from './watched-engine.ts';

export interface StormOptions {
  polling: boolean;
  seed: number;
  operations: number;
}

/**
 * Watches a folder under a storm of all kinds of operation; at rest the engine must say what a fresh one says. In the middle another engine
 * takes over, with what the first has kept. The folder is spoilt.
 */
export async function survivesStorm(root: string, { polling, seed, operations }: StormOptions): Promise<void> {
  const settings = { ...defaultSettings, polling };
  const options = { inWorker: true, checks: true, cache: makeFolder() };
  const random = mulberry32(seed);
  const storm = async (from: number, to: number): Promise<void> => {
    for (let done = from; done < to; done++) {
      operate(root, random, done);
      // Lets the watcher hear some of it in between.
      if (random() < 0.1) await sleep(random() * 120);
    }
  };
  const first = await watchedEngine(root, settings, options);
  await storm(0, operations / 2);
  await first.engine.idle();
  await first.engine.close();
  const { engine, events, until } = await watchedEngine(root, settings, options);
  await storm(Math.ceil(operations / 2), operations);

  const fresh = await freshAnswers(root, settings);
  const findings = await freshFindings(root, settings);
  let skipped = new Map<string, string | undefined>();
  const reasons = (pages: readonly { page: string; reason?: string }[]) =>
    new Map(pages.map(({ page, reason }) => [page, reason ?? 'not skipped']));
  const differing = (): string[] => [
    ...differences('', replay(events).pages, fresh.pages),
    ...differences('findings of ', toldFindings(events), findings),
    ...differences('the reason to skip ', skipped, reasons(fresh.statuses)),
  ];
  onTestFailed(() => {
    console.error(`Unlike a fresh index:\n${differing().slice(0, 10).join('\n')}`);
  });
  // Idle comes after every batch of events; the last one must be right, and nothing comes after it.
  for (let heard = 0; differing().length > 0; heard = events.length) {
    await until(() => events.length > heard);
    skipped = reasons(await engine.query({ kind: 'pages' }));
  }
  // Groups and parts are said when all work is done.
  await engine.idle();
  expect(replay(events).groups).toEqual(fresh.groups);
  expect(replay(events).parts).toEqual(fresh.parts);
  expect(differing()).toEqual([]);
  expect(reasons(await engine.query({ kind: 'pages' }))).toEqual(reasons(fresh.statuses));
}

/** On which pages two answers differ, a line each: a test that waits for them to be equal only says that it waited. */
function differences(what: string, is: ReadonlyMap<string, unknown>, shouldBe: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...is.keys(), ...shouldBe.keys()])].flatMap(page => {
    const [a = 'nothing', b = 'nothing'] = [is, shouldBe].map(pages => JSON.stringify(pages.get(page)));
    if (a === b) return [];
    const from = Math.max(0, [...a].findIndex((letter, at) => letter !== b[at]) - 40);
    return [`${what}${page}: ${a.slice(from, from + 100)} instead of ${b.slice(from, from + 100)}`];
  });
}
