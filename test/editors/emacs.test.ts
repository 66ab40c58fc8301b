import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { editing } from './sites.ts';

test('Emacs with eglot gets hover, findings and code actions', async () => {
  const script = fileURLToPath(new URL('emacs.el', import.meta.url));
  const { stdout } = await promisify(execFile)('emacs', ['-Q', '--batch', '-l', script], { env: editing(), timeout: 120_000 });
  const got: { hover: string; finding: string; actions: string[] } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  expect(got.hover).toMatch(/^\*?\*?Template/);
  expect(got.hover).toMatch(/\d+ of \d+ pages/);
  expect(got.finding).toMatch(/“Changed in one page” here; “External Tools and Tasks” on \d+ of \d+ pages/);
  expect(got.actions[0]).toMatch(/^Change the text to “External Tools and Tasks”/);
});
