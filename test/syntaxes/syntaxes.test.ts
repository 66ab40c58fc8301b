import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cases = new URL('cases/', import.meta.url);
const { resolve } = createRequire(import.meta.url);

/** The grammars of VS Code that ours are injected into or include. */
const hosts = ['html', 'html-derivative', 'css', 'javascript'].flatMap(name => [
  '-g',
  resolve(`tm-grammars/grammars/${name}.json`),
]);

test.each(readdirSync(cases))('%s', async file => {
  const runner = resolve('vscode-tmgrammar-test/dist/unit.js');
  const run = promisify(execFile)(
    process.execPath,
    [runner, '--config', 'package.json', ...hosts, fileURLToPath(new URL(file, cases))],
    { cwd: root },
  );
  const result = await run.catch((failure: { stdout: string }) => failure);
  expect(result.stdout).toMatch(/^✓/);
});
