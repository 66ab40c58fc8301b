import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { editing } from './sites.ts';

interface Symbol {
  name: string;
  detail?: string;
  children?: Symbol[];
}

test('Neovim gets the evidence on hover, before and after an edit, and the outline of template and content', async () => {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const { stdout } = await promisify(execFile)(
    'nvim',
    ['--headless', '-u', 'NONE', '-i', 'NONE', '-n', '-S', join(here, 'neovim.lua')],
    {
      env: editing(),
      timeout: 60_000,
    },
  );
  const got: { hover: string; symbols: Symbol[]; hoverAfterEdit: string } = JSON.parse(stdout);
  expect(got.hover).toMatch(/template/i);
  expect(got.hover).toMatch(/\d+ of (the )?\d+ pages/);
  expect(got.hoverAfterEdit).toMatch(/^\*\*Deviating\*\*[\s\S]*- External Tools and Tasks\n\+ Changed in one page\n/);
  const details = everySymbol(got.symbols).map(symbol => symbol.detail ?? '');
  expect(details.some(detail => /template/.test(detail))).toBe(true);
  expect(details.some(detail => /content/.test(detail))).toBe(true);
});

const everySymbol = (symbols: Symbol[]): Symbol[] => symbols.flatMap(symbol => [symbol, ...everySymbol(symbol.children ?? [])]);
