// Documents have generated text between the comments `NAME` and `end of NAME`; a command of test/bench writes it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { replaceMarked, writeMarked } from '../support/replace-tables.ts';
import { documents, documentText, repository } from './support/documents.ts';

const generated = documents.flatMap(file =>
  [...documentText(file).matchAll(/^<!-- (?!end of )([\w ]+) -->$/gm)].map(([, name]) => ({ file, name: name! })),
);

test('generated text is replaced between its marks', () => {
  const text = 'a\n\n<!-- b -->\n\n| old |\n\n<!-- end of b -->\n\nc\n';
  expect(replaceMarked(text, 'b', '| $1 |')).toBe('a\n\n<!-- b -->\n\n| $1 |\n\n<!-- end of b -->\n\nc\n');
  expect(() => replaceMarked(text, 'd', '| new |')).toThrow('<!-- d -->');
  const file = join(makeFolder(), 'document.md');
  writeFileSync(file, text);
  writeMarked(file, 'b', '\n| new |\n');
  expect(readFileSync(file, 'utf8')).toBe(text.replace('old', 'new'));
});

test('all generated text has an end, and a command that writes it', () => {
  expect(generated.length).toBeGreaterThan(15);
  const folder = join(repository, 'test/bench');
  const commands = readdirSync(folder)
    .filter(name => name.endsWith('.ts'))
    .map(name => readFileSync(join(folder, name), 'utf8'));
  for (const { file, name } of generated) {
    expect(replaceMarked(documentText(file), name, ''), `${file}: ${name}`).toContain(`<!-- ${name} -->\n\n\n\n<!-- end of`);
    expect(
      commands.some(text => text.includes(`'${name}'`) && text.includes(file)),
      `${file}: ${name}`,
    ).toBe(true);
  }
});
