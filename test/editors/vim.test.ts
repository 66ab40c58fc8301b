import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { editing, site } from './sites.ts';

test('Vim with ALE gets hover and findings, in a folder with a configuration', async () => {
  const folder = makeFolder();
  cpSync(site.folder, folder, { recursive: true });
  writeFileSync(join(folder, 'templens.config.json'), '{}\n');
  const script = fileURLToPath(new URL('vim.vim', import.meta.url));
  const out = join(folder, 'out.json');
  const env = { ...editing(folder), LSP_OUT: out, HOME: folder, TERM: 'dumb' };
  await promisify(execFile)('vim.nox', ['-u', script, '-es', '-N'], { env, timeout: 120_000 }).catch(error => {
    throw new Error(`${error.message}\n${readFileSync(out, 'utf8')}`);
  });
  const got: { hover: string[]; finding: string } = JSON.parse(readFileSync(out, 'utf8'));
  expect(got.hover.join('\n')).toMatch(/Template[\s\S]*\d+ of \d+ pages/);
  expect(got.finding).toMatch(/“Changed in one page” here; “External Tools and Tasks” on \d+ of \d+ pages/);
});
