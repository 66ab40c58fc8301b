import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** What a hurried reader stumbles over. */
const banned = [
  /\btold\b/i,
  /\bof now\b/i,
  /\bwhat of\b/i,
  /(?<!\bthere )\b(?:is|are) none\b/i,
  /\bhas otherwise\b/i,
  /\banother one than\b/i,
  /\bmend(?:s|ed|ing)?\b/i,
  /\bnames nothing\b/i,
  /\bnone any more\b/i,
];

function filesIn(folder: string, ends: RegExp): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesIn(path, ends);
    return ends.test(entry.name) ? [path] : [];
  });
}

/** The words in a text that are banned, each with what stands around it. */
function stumblingBlocks(text: string): string[] {
  return banned.flatMap(pattern => {
    const found = pattern.exec(text);
    return found ? [text.slice(Math.max(0, found.index - 40), found.index + 40).replace(/\s+/g, ' ')] : [];
  });
}

/** A program without its comments: names, and the texts that people may come to read. */
function withoutComments(path: string): string {
  return transformSync(readFileSync(join(repository, path), 'utf8'), { loader: 'ts', minifyWhitespace: true }).code;
}

test('documentation has no words that a hurried reader stumbles over', () => {
  const files = [...filesIn('docs', /\.md$/), ...filesIn('client', /\.md$/), 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
  expect(files.length).toBeGreaterThan(20);
  // Paragraphs, so that a line break hides nothing.
  const found = files.flatMap(file =>
    readFileSync(join(repository, file), 'utf8')
      .split(/\n\s*\n/)
      .flatMap(text => stumblingBlocks(text).map(words => `${file}: ${words}`)),
  );
  expect(found).toEqual([]);
});

test('messages, help texts and settings have none', () => {
  const files = ['server/src', 'client/src', 'shared/src'].flatMap(folder => filesIn(folder, /\.ts$/));
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap(file => stumblingBlocks(withoutComments(file)).map(words => `${file}: ${words}`));
  const manifest = JSON.stringify(JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')).contributes);
  expect([...found, ...stumblingBlocks(manifest)]).toEqual([]);
});

test('comments and tests have none either, but that things are told apart', () => {
  const files = ['server/src', 'client/src', 'shared/src', 'test'].flatMap(folder => filesIn(folder, /\.ts$/));
  const words =
    /\btold\b(?! apart)|\bof now\b|\bwhat of\b|\bhas otherwise\b|\banother one than\b|\bmend(?:s|ed|ing)?\b|(?<!\bmany )\bany more\b|\b(?:that|which|it) (?:is|are) none\b/i;
  const found = files
    .filter(file => !file.endsWith('words.test.ts'))
    .flatMap(file => {
      const texts = readFileSync(join(repository, file), 'utf8').match(
        /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$|\b(?:test|describe)\b[^\n]*\('[^'\n]*'/gm,
      );
      return (texts ?? []).filter(text => words.test(text)).map(text => `${file}: ${text}`);
    });
  expect(found).toEqual([]);
});
