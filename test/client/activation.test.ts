import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const extension = fileURLToPath(new URL('../../client/dist/extension.cjs', import.meta.url));
const script = fileURLToPath(new URL('activate.cjs', import.meta.url));

/** Most bytes of code that VS Code reads and compiles before the extension is active. */
const MOST_BYTES = 500_000;

interface Activation {
  loaded: string[];
  returned: string;
  registered: number;
  started: string[];
  startedLater: string[];
  milliseconds: number;
}

test('the extension is active after it loaded one file, and does not wait for the server', () => {
  const got: Activation = JSON.parse(execFileSync(process.execPath, [script, extension], { encoding: 'utf8' }));
  expect(got.loaded.filter(name => !isBuiltin(name))).toEqual(['vscode']);
  expect(statSync(extension).size).toBeLessThanOrEqual(MOST_BYTES);
  expect(got.returned).toBe('undefined');
  expect(got.registered).toBeGreaterThan(20);
  expect(got.started).toEqual([]);
  expect(got.startedLater).toEqual([expect.stringMatching(/server\.js$/)]);
  // Of processor time, which other load disturbs less; the aim is 150 ms on an idle machine.
  console.info(`Loading and activating the extension: ${got.milliseconds} ms of processor time.`);
});
