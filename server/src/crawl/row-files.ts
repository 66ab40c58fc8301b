import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../site/error-reason.ts';
import { linesOf } from './lines.ts';
import type { Output } from './page-content.ts';
import { limits } from './thresholds.ts';
import { UnreadableInput } from './unreadable-input.ts';

/** Formats of the files of rows. */
export const rowFormats = ['jsonl', 'parquet'] as const;
export type RowFormat = (typeof rowFormats)[number];

/** What the rows of a crawl are written as. */
export interface RowOptions {
  readonly format: RowFormat;
  readonly emit: readonly Output[];
  /** Version of the program. */
  readonly version: string;
}

/** Writes rows, lines of JSON, in a format. */
export interface RowWriter {
  add(row: string): void;
  /** To be called after the last row. */
  end(): void;
}

/** The name of a file of rows. @param number from 0 on */
export function partName(number: number, format: RowFormat): string {
  return `part-${String(number).padStart(5, '0')}.${format}`;
}

/** A writer of rows. @param write receives the file's bytes, in order */
export async function rowWriter(
  { format, emit, version }: RowOptions,
  write: (data: string | Uint8Array) => void,
): Promise<RowWriter> {
  if (format === 'jsonl') return { add: row => write(`${row}\n`), end: () => {} };
  // Loaded when it is used: most runs write JSON lines.
  const { ParquetRows } = await import('./parquet-rows.ts');
  return new ParquetRows(write, emit, version);
}

/**
 * These columns of all rows in a folder, in the order of the crawl; those that a row does not have are undefined or null. Throws
 * `UnreadableInput`.
 */
export async function* rowsIn(
  folder: string,
  names: readonly string[],
  columns: readonly string[],
): AsyncGenerator<Record<string, unknown>> {
  for (const name of partsAmong(names)) {
    const path = join(folder, name);
    try {
      yield* rowsOf(path, columns);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const reason = code === undefined ? 'it is damaged' : reasonOf(error);
      throw new UnreadableInput(`${path} cannot be read: ${reason}.`, { cause: error });
    }
  }
}

async function* rowsOf(path: string, columns: readonly string[]): AsyncGenerator<Record<string, unknown>> {
  if (path.endsWith('.parquet')) {
    const { readParquet } = await import('./parquet-rows.ts');
    yield* await readParquet(path, columns);
  } else
    for await (const { line } of linesOf(createReadStream(path), limits.lineBytes))
      yield JSON.parse(line) as Record<string, unknown>;
}

function partsAmong(names: readonly string[]): string[] {
  const numberOf = (name: string): number => Number(/^part-(\d+)\.(?:jsonl|parquet)$/.exec(name)?.[1] ?? Number.NaN);
  return names.filter(name => !Number.isNaN(numberOf(name))).sort((a, b) => numberOf(a) - numberOf(b));
}
