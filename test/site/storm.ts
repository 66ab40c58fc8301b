import {
  appendFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultSettings } from 'templens-shared/settings';
import { expect, onTestFailed } from 'vitest';
import { freshFindings, toldFindings } from './checked-folder.ts';
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

/** One operation of a random kind at a random place. */
function operate(root: string, random: () => number, count: number): void {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).map(entry => ({
    path: join(entry.parentPath, entry.name),
    isFolder: entry.isDirectory(),
  }));
  const page = pick(entries.filter(({ path, isFolder }) => !isFolder && /\.html?$/i.test(path)))?.path;
  const folder = pick(entries.filter(({ isFolder }) => isFolder))?.path;
  const parent = folder ?? root;
  const fresh = join(parent, `new-${count}.html`);
  const text = page !== undefined && lstatSync(page).isFile() ? readFileSync(page, 'latin1') : '<p>nothing</p>';
  const operations: (() => void)[] = [
    () => writeFileSync(fresh, text.replace(/<p[ >]/i, '<p title=new '), 'latin1'),
    () => mkdirAndWrite(join(parent, `folder-${count}`), `p${count}.html`, text),
    () => writeFileSync(join(root, '.gitignore'), random() < 0.5 ? '' : `new-${Math.floor(random() * 9)}*\n`),
  ];
  if (page !== undefined) {
    operations.push(
      () => appendFileSync(page, `<p>${count}</p>`),
      () => writeFileSync(page, text.slice(0, Math.floor(random() * text.length)), 'latin1'),
      () => rmSync(page),
      () => renameSync(page, fresh),
      () => renameSync(page, join(dirname(page), `moved-${count}-${basename(page)}`)),
      () => swapLetters(page, text),
      () => symlinkSync(relative(parent, page), fresh),
      () => lstatSync(page).isFile() && linkSync(page, fresh),
      () => {
        rmSync(page);
        mkdirAndWrite(page, 'inside.html', text);
      },
      () => {
        writeFileSync(`${page}.tmp`, text.replace('</body>', `<p>${count}</p></body>`), 'latin1');
        renameSync(`${page}.tmp`, page);
      },
    );
  }
  if (folder !== undefined && random() < 0.4) {
    operations.push(
      () => renameSync(folder, join(dirname(folder), `renamed-${count}`)),
      () => replaceFolder(folder, text),
      () => random() < 0.3 && rmSync(folder, { recursive: true }),
    );
  }
  try {
    pick(operations)!();
  } catch (error) {
    // Such as writing through a link that leads nowhere: the file system refuses, and nothing happened.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

function mkdirAndWrite(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text, 'latin1');
}

/** Another text of the same length, with the time of the first. */
function swapLetters(page: string, text: string): void {
  if (!existsSync(page)) return;
  const { atime, mtime } = statSync(page);
  writeFileSync(page, text.replace(/e/g, 'o'), 'latin1');
  utimesSync(page, atime, mtime);
}

/** At once, as builds do. */
function replaceFolder(folder: string, text: string): void {
  const next = `${folder}-next`;
  mkdirAndWrite(next, 'built.html', text);
  renameSync(folder, `${folder}-old`);
  renameSync(next, folder);
}

/** Numbers in [0,1) that a seed decides (mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
