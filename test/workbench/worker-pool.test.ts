import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { BenchTask } from '../../server/src/workbench/run/tasks.ts';
import { runTasks } from '../../server/src/workbench/run/worker-pool.ts';
import { defaultSettings } from '../../shared/src/settings.ts';

/** A worker that does what the name of the run says. */
function worker(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'templens-pool-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'worker.mjs');
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ run: { name } }) => {
  if (name === 'hang') { parentPort.postMessage({ kind: 'step', page: 'a.html' }); for (;;); }
  if (name === 'crash') throw new Error('no such luck');
  parentPort.postMessage({ kind: 'growth', result: { run: name, series: 'page size', points: [] } });
});`,
  );
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

test('an endless step and a crash cost only their own tasks', async () => {
  expect(await outcomes(['one', 'hang', 'two', 'crash', 'three'], 1)).toEqual({
    one: 'growth',
    hang: 'it took longer than 0.3 s for a.html',
    two: 'growth',
    crash: 'Error: no such luck',
    three: 'growth',
  });
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
