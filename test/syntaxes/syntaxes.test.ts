import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cases = new URL('cases/', import.meta.url);
/** The grammars of VS Code that ours are injected into or include. */
const hosts = [
  import.meta.resolve('tm-grammars/grammars/html.json'),
  import.meta.resolve('tm-grammars/grammars/html-derivative.json'),
  import.meta.resolve('tm-grammars/grammars/css.json'),
  import.meta.resolve('tm-grammars/grammars/javascript.json'),
].flatMap(url => ['-g', fileURLToPath(url)]);

test.each(readdirSync(cases))('%s', async file => {
  const runner = fileURLToPath(import.meta.resolve('vscode-tmgrammar-test/dist/unit.js'));
  const run = promisify(execFile)(
    process.execPath,
    [runner, '--config', 'package.json', ...hosts, fileURLToPath(new URL(file, cases))],
    { cwd: root },
  );
  const result = await run.catch((failure: { stdout: string }) => failure);
  expect(result.stdout).toMatch(/^✓/);
});
