import '../../server/src/lab/index.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { BenchTask } from '../../server/src/lab/workbench/run/tasks.ts';
import { runTasks } from '../../server/src/lab/workbench/run/worker-pool.ts';
import { defaultSettings } from '../../shared/src/settings.ts';

/** Code of a worker that does what the name of the run says. */
const obeying = `export default ({ task: { run: { name } }, steps }) => {
  if (name === 'hang') { steps.postMessage({ page: 'a.html' }); for (;;); }
  if (name === 'fail') throw new Error('no such luck');
  if (name === 'exit') process.exit(3);
  if (name === 'crash') { setImmediate(() => { throw new Error('out of luck'); }); return new Promise(() => {}); }
  return { kind: 'growth', result: { run: name, series: 'page size', points: [] } };
};`;

function worker(code = obeying): URL {
  const folder = mkdtempSync(join(tmpdir(), 'templens-pool-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'worker.mjs');
  writeFileSync(file, code);
  return pathToFileURL(file);
}

const task = (name: string): BenchTask => ({
  kind: 'growth',
  run: { name, source: { extractor: 'iwptd' } },
  series: 'page size',
  settings: defaultSettings,
});

async function outcomes(names: readonly string[], threads: number): Promise<Record<string, string>> {
  const result: Record<string, string> = {};
  await runTasks(names.map(task), { file: worker(), threads, stepMilliseconds: 300 }, (done, outcome) => {
    result[done.run.name] = outcome.kind === 'failed' ? outcome.reason : outcome.kind;
  });
  return result;
}

test('an endless step, an error, an exit and a crash cost only their own tasks', async () => {
  expect(await outcomes(['one', 'hang', 'two', 'fail', 'three', 'exit', 'four', 'crash', 'five'], 1)).toEqual({
    one: 'growth',
    hang: 'it took longer than 0.3 s for a.html',
    two: 'growth',
    fail: 'Error: no such luck',
    three: 'growth',
    exit: 'Error: worker exited with code: 3',
    four: 'growth',
    crash: 'Error: out of luck',
    five: 'growth',
  });
});

test('the start of a worker is not a step', async () => {
  const file = worker(`await new Promise(resolve => setTimeout(resolve, 200));\n${obeying}`);
  const kinds: string[] = [];
  await runTasks([task('one')], { file, threads: 1, stepMilliseconds: 50 }, (_, { kind }) => kinds.push(kind));
  expect(kinds).toEqual(['growth']);
});

test('all tasks are done by any number of threads, and none is no work', async () => {
  const names = Array.from({ length: 9 }, (_, at) => `task ${at}`);
  for (const threads of [1, 2, 20]) expect(Object.keys(await outcomes(names, threads)).sort()).toEqual(names);
  expect(await outcomes([], 2)).toEqual({});
});

test('what goes wrong while a result is taken ends all workers', async () => {
  const failing = runTasks(['one', 'hang'].map(task), { file: worker(), threads: 2, stepMilliseconds: 60_000 }, () => {
    throw new Error('no space left');
  });
  await expect(failing).rejects.toThrow('no space left');
});

test('workers that cannot start are an error', async () => {
  const file = new URL('not-there.mjs', import.meta.url);
  const failing = runTasks(['one', 'two', 'three'].map(task), { file, threads: 1, stepMilliseconds: 60_000 }, () => {});
  await expect(failing).rejects.toThrow('not-there.mjs');
});

test('a worker gets the next task of the site that it has loaded', async () => {
  const cell = (name: string, folder: string): BenchTask => ({
    ...task(name),
    kind: 'cell',
    folder,
    scored: 'all',
    costs: true,
  });
  const order: string[] = [];
  const tasks = [cell('one', 'a'), cell('two', 'b'), cell('three', 'a'), cell('four', 'b')];
  await runTasks(tasks, { file: worker(), threads: 1, stepMilliseconds: 60_000 }, ({ run }) => order.push(run.name));
  expect(order).toEqual(['one', 'three', 'two', 'four']);
});
