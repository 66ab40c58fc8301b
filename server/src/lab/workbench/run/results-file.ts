import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { CellResult, GrowthResult } from '../cell.ts';

/** A result that is kept, as a worker gave it. */
type KeptResult = { kind: 'cell'; result: CellResult } | { kind: 'growth'; result: GrowthResult };

/** First line of the file. */
const header = '{"templens":"bench results","version":1}\n';

/** The results of an earlier run that ended early, by their keys, and a place for new ones. */
export interface ResultsFile {
  known: ReadonlyMap<string, KeptResult>;
  /** What was wrong with the file, as a sentence; undefined when nothing was. */
  damage: string | undefined;
  /** Throws what the file system says. */
  append(key: string, result: KeptResult): void;
}

/**
 * Opens the file, or begins a new one. Lines that are damaged are skipped, so that their results are worked out anew; a file that is no
 * results file at all is put aside under another name. Throws what the file system says where it cannot be read or written.
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

/** A line carries a hash of the rest of it, so that any damage is seen. */
function lineOf(key: string, kept: KeptResult): string {
  const entry = JSON.stringify({ key, ...kept });
  return `${hashOf(entry)} ${entry}\n`;
}

function readLine(line: string): { key: string; kept: KeptResult } | undefined {
  const entry = line.slice(line.indexOf(' ') + 1);
  if (hashOf(entry) !== line.slice(0, line.indexOf(' '))) return undefined;
  const { key, ...kept } = JSON.parse(entry) as KeptResult & { key: string };
  return { key, kept };
}

/** Hash of texts or bytes, one after the other, each with its length before it. */
export function hashOf(...parts: (string | Uint8Array)[]): string {
  return hashOfAll(parts);
}

/** As `hashOf`, of any number of parts, one at a time. */
export function hashOfAll(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex').slice(0, 32);
}
