// Measures of the size and the coupling of the code's modules, each with its limit.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { circles, type Import, importsBelow, longestChain, sourcesBelow } from './imports.ts';

export interface Measure {
  name: string;
  /** The counted items, each with its path. */
  found: string[];
  /** Replaces the number of items. */
  value?: number;
  /** The largest allowed value. */
  bar: number;
  /** The folder of this rule does not exist yet. */
  isAbsent?: boolean;
}

const CORE = 'server/src/core';
const LONGEST_FILE = 400;
const SHORT_FILE = 30;
/** Folders of core that judge findings: their constants are counted elsewhere. */
const judgingRooms = ['findings', 'votes', 'comparison', 'statements', 'site-checks', 'checks'].map(room => `${CORE}/${room}/`);

/** All measures, of the repository at a path. */
export function houseMeasures(repository: string): Measure[] {
  const sides = ['server', 'shared', 'client'].map(side => `${side}/src`);
  const imports = sides.flatMap(side => importsBelow(repository, side));
  const texts = new Map(
    sides.flatMap(side => sourcesBelow(repository, side)).map(file => [file, readFileSync(join(repository, file), 'utf8')]),
  );
  const lines = (file: string): number => texts.get(file)!.split('\n').length - 1;
  const files = [...texts.keys()];
  const smallFiles = importedByOne(
    files.filter(file => lines(file) < SHORT_FILE),
    imports,
  );
  const words = countedDocuments(repository).map(file => ({
    file,
    words: wordsOf(readFileSync(join(repository, file), 'utf8')),
  }));
  const forbidden = (name: string, folder: string, isWrong: (each: Import) => boolean): Measure => ({
    name,
    found: imports.filter(isWrong).map(({ from, to }) => `${from} imports ${to}`),
    bar: 0,
    isAbsent: !existsSync(join(repository, 'server/src', folder)),
  });
  const isIn = (folder: string, path: string): boolean => path.startsWith(`server/src/${folder}/`);
  return [
    { name: 'rooms in core', found: roomsWithSource(files), bar: 12 },
    { name: 'floors in core', found: longestChain(betweenRooms(imports)), bar: 10 },
    { name: 'circles between files', found: circles(imports).map(group => group.join(', ')), bar: 0 },
    {
      name: `files over ${LONGEST_FILE} lines`,
      found: files.filter(file => lines(file) > LONGEST_FILE).map(file => `${file}: ${lines(file)}`),
      bar: 0,
    },
    { name: `files under ${SHORT_FILE} lines that one file imports`, found: smallFiles, bar: 20 },
    { name: 'thresholds outside tables', found: thresholds(texts), bar: 40 },
    {
      name: 'words of documents',
      found: words.map(({ file, words }) => `${file}: ${words}`),
      value: words.reduce((sum, { words }) => sum + words, 0),
      // 35,000 for what was there on 2026-11-24, 3,000 for crawls and 2,000 for migration, which are products of their own.
      bar: 40_000,
    },
    forbidden(
      'imports of lab, but by registries',
      'lab',
      ({ from, to }) => isIn('lab', to) && !isIn('lab', from) && !isRegistry(from) && !labLoaders.includes(from),
    ),
    forbidden(
      'imports of the product in html',
      'html',
      ({ from, to }) => isIn('html', from) && isProduct(to) && !isIn('html', to),
    ),
    forbidden('imports of report in api', 'api', ({ from, to }) => isIn('api', from) && isIn('report', to)),
    forbidden('imports of report in lsp', 'lsp', ({ from, to }) => isIn('lsp', from) && isIn('report', to)),
  ];
}

/** The files that load lab when a setting or a command names it (`test/architecture/layers.test.ts`). */
const labLoaders: readonly string[] = ['server/src/with-lab.ts', 'server/src/cli/main.ts'];

/** True for the file that lists the entries of its folder. */
function isRegistry(file: string): boolean {
  return basename(file) === 'index.ts';
}

function isProduct(path: string): boolean {
  return /^(?:server|shared|client)\//.test(path) || path.startsWith('templens');
}

/** Folders directly in core that hold source, at any depth. */
function roomsWithSource(files: readonly string[]): string[] {
  const inRooms = files.filter(file => file.startsWith(`${CORE}/`) && file.split('/').length > 4);
  return [...new Set(inRooms.map(roomOf))];
}

/** Imports between the folders, and the files, directly in core. */
function betweenRooms(imports: readonly Import[]): Import[] {
  return imports
    .filter(({ from, to }) => from.startsWith(`${CORE}/`) && to.startsWith(`${CORE}/`))
    .map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }))
    .filter(({ from, to }) => from !== to);
}

function roomOf(path: string): string {
  return path.split('/').slice(0, 4).join('/');
}

/** The files with exactly one importer that is not their registry. */
export function importedByOne(files: readonly string[], imports: readonly Import[]): string[] {
  const importers = new Map<string, Set<string>>();
  for (const { from, to } of imports) importers.set(to, (importers.get(to) ?? new Set()).add(from));
  return files.filter(file => {
    const [importer, ...others] = importers.get(file) ?? [];
    return importer !== undefined && others.length === 0 && !isListOf(importer, file);
  });
}

/** True if the importer is the file's registry: an `index.ts` in a folder around it, or `NAME.ts` beside its folder `NAME`. */
function isListOf(importer: string, file: string): boolean {
  const isAround = file.startsWith(`${dirname(importer)}/`);
  return (isAround && isRegistry(importer)) || importer === `${dirname(file)}.ts`;
}

/** `const NAME = NUMBER;` at the beginning of a line; the number may be calculated from numbers. */
const constant = /^(?:export )?const ([\w$]+)(?:: number)? = [-\d_.\s()*/+<e]*\d[-\d_.\s()*/+<e]*;/gm;

/**
 * Numeric module constants that their file compares by size, uses in arithmetic, or passes to `Math`, `slice` or a timer. Constants that are
 * only tested for equality (kinds of nodes, character codes) or used as bits are not thresholds. Properties of an object count as a table.
 */
export function thresholds(texts: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  for (const [file, text] of texts) {
    if (judgingRooms.some(room => file.startsWith(room))) continue;
    for (const [, name] of text.matchAll(constant)) {
      const sized = new RegExp(
        `(?:(?<!=)>|>=|(?<!<)<(?!<)=?|[*/+%]|(?<=[\\w)] )-|\\bMath\\.\\w+\\([^;]*?|\\b(?:slice|splice|sleep|setTimeout)\\([^;]*?) ?\\b${name}\\b|\\b${name}\\b ?(?:>(?!>)|<(?!<)|[*/+%-])`,
      );
      if (sized.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))) found.push(`${file}: ${name}`);
    }
  }
  return found;
}

/** The Markdown files of `docs`, and those of the root without `CHANGELOG.md`. */
export function countedDocuments(repository: string): string[] {
  const below = readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    path => `docs/${path.replaceAll('\\', '/')}`,
  );
  const beside = readdirSync(repository).filter(name => name !== 'CHANGELOG.md');
  return [...below, ...beside].filter(path => path.endsWith('.md')).sort();
}

/**
 * Number of words, including code blocks, without the text between lines with the comments `NAME` and `end of NAME`. A command writes each of
 * these texts (`test/docs/generated-tables.test.ts`).
 */
export function wordsOf(markdown: string): number {
  const written = markdown.replace(/^<!-- ([\w ]+) -->$[\s\S]*?^<!-- end of \1 -->$/gm, '');
  return written.split(/\s+/).filter(word => word !== '').length;
}
