import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { CellResult, GrowthResult } from '../cell.ts';

/** A stored result of a worker. */
type KeptResult =
  | { kind: 'cell'; result: CellResult }
  | { kind: 'growth'; result: GrowthResult }
  | { kind: 'unseen'; result: CellResult[] };

/** First line of the file. */
const header = '{"templens":"bench results","version":1}\n';

/** A file of results, from which an interrupted bench can go on. */
export interface ResultsFile {
  /** Results in the file when it was opened, by key. */
  known: ReadonlyMap<string, KeptResult>;
  /** A sentence about damage of the file; undefined if none exists. */
  damage: string | undefined;
  /** Adds a result. Throws the error of the file system if that fails. */
  append(key: string, result: KeptResult): void;
}

/**
 * Opens or creates a results file. Skips damaged lines, so that their results are computed again; renames a file that is not a results file.
 * Throws the error of the file system if the file cannot be read or written.
 */
export function openResultsFile(file: string): ResultsFile {
  const known = new Map<string, KeptResult>();
  let damage: string | undefined;
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (text !== '' && !text.startsWith(header)) {
    renameSync(file, `${file}.damaged`);
    damage = `${file} was no file of results; it is now ${file}.damaged, and all results are worked out anew.`;
    text = '';
  }
  const lines = text.slice(header.length).split('\n').filter(Boolean);
  for (const line of lines) {
    const entry = readLine(line);
    if (entry) known.set(entry.key, entry.kept);
  }
  if (known.size < lines.length) {
    damage = `${lines.length - known.size} damaged of ${lines.length} results in ${file} are worked out anew.`;
  }
  if (known.size < lines.length || !text.endsWith('\n')) {
    writeFileSync(`${file}.new`, header + [...known].map(([key, kept]) => lineOf(key, kept)).join(''));
    renameSync(`${file}.new`, file);
  }
  return { known, damage, append: (key, kept) => appendFileSync(file, lineOf(key, kept)) };
}

/** A line of the file: a hash, which detects damage, and the entry. */
function lineOf(key: string, kept: KeptResult): string {
  const entry = JSON.stringify({ key, ...kept });
  return `${hashOf(entry)} ${entry}\n`;
}

/** The entry of a line; undefined if the line is damaged. */
function readLine(line: string): { key: string; kept: KeptResult } | undefined {
  const entry = line.slice(line.indexOf(' ') + 1);
  if (hashOf(entry) !== line.slice(0, line.indexOf(' '))) return undefined;
  const { key, ...kept } = JSON.parse(entry) as KeptResult & { key: string };
  return { key, kept };
}

/** SHA-256, cut to 32 hexadecimal digits, of texts or byte arrays, each preceded by its length so that different lists have different input. */
export function hashOf(...parts: (string | Uint8Array)[]): string {
  return hashOfAll(parts);
}

/** As `hashOf`, for a lazy sequence of parts. */
export function hashOfAll(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex').slice(0, 32);
}
