// Every regular expression that may meet a page, a path or a setting is of linear time. They are read from the source, and those that are put
// together at run time are seen as they are made.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../../server/src', import.meta.url));
/** What reads texts that others wrote. Reports are made of lines that are cut before. */
const folders = ['core', 'site', 'lsp', 'cli'];
const files = folders.flatMap(folder =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join(folder, name)),
);

interface Expression {
  where: string;
  source: string;
  flags: string;
}

function literalsOf(file: string): Expression[] {
  const found: Expression[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, regex } = node as { type?: string; regex?: { pattern: string; flags: string } };
    if (type === 'Literal' && regex) found.push({ where: file, source: regex.pattern, flags: regex.flags });
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, readFileSync(join(source, file), 'utf8')).program);
  return found;
}

async function madeAtRunTime(): Promise<Expression[]> {
  const found: Expression[] = [];
  const Native = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Native, {
    construct(target, [pattern, flags]: [string | RegExp, string | undefined]) {
      const made = new target(pattern, flags);
      found.push({ where: 'made at run time', source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    for (const file of files.filter(name => name.startsWith('core/'))) await import(/* @vite-ignore */ join(source, file));
  } finally {
    globalThis.RegExp = Native;
  }
  return found;
}

/** What a search for the expression can be made to do in more than linear time; any text may follow the match. */
function complaints({ where, source: pattern, flags }: Expression): string[] {
  const { reports } = analyse({ source: pattern, flags }, { reportTypes: { Move: true } });
  return reports.map(({ type }) => `${where}: /${pattern}/${flags} (${type})`);
}

test('no regular expression of what reads texts of others can be made slow', async () => {
  const literals = files.flatMap(literalsOf);
  const made = await madeAtRunTime();
  expect(literals.length).toBeGreaterThan(100);
  expect(made.length).toBeGreaterThan(3);
  expect([...literals, ...made].flatMap(complaints)).toEqual([]);
});

test('a slow one would be reported', () => {
  const slow = [/^(\s*)*x/, /\s+$/, /(a|a)*b/, /url\(\s*([^)"']*)\s*\)/];
  for (const { source: pattern, flags } of slow) expect(complaints({ where: '', source: pattern, flags })).not.toEqual([]);
});
