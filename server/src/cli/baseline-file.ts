import { readFile } from 'node:fs/promises';
import { counted } from 'templens-shared/counted';
import type { Finding } from 'templens-shared/findings';
import { type BaselineEntry, baselineText, compareWithBaseline, parseBaseline } from '../report/check/baseline.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { parseJsonFile } from './json-file.ts';
import { log } from './output.ts';
import { writeOutput } from './output-file.ts';

export interface BaselineOptions {
  /** Path of the baseline file. */
  baseline?: string;
  updateBaseline?: true;
}

/**
 * Separates findings that the baseline file lists (`known`) from new ones (`fresh`), and reports stale entries. Without a file, all are new.
 * @param isWanted the pages that are checked; entries of other pages are ignored.
 */
export async function applyBaseline(
  file: string | undefined,
  findings: readonly Finding[],
  isWanted: (page: string) => boolean,
): Promise<{ fresh: Finding[]; known: Finding[]; stale: BaselineEntry[] }> {
  if (file === undefined) return { fresh: [...findings], known: [], stale: [] };
  const entries = await readBaseline(file);
  const compared = compareWithBaseline(
    findings,
    entries.filter(({ page }) => isWanted(page)),
  );
  const [first] = compared.stale;
  if (first) {
    const stale = compared.stale.length === 1 ? 'a stale entry' : `${compared.stale.length} stale entries`;
    log(`The baseline ${file} has ${stale}, such as ${first.code} on ${first.page}; --update-baseline writes it without.`);
  }
  return compared;
}

/** Writes the findings of the wanted pages to the baseline file, atomically; its entries of other pages stay. */
export async function writeBaseline(
  file: string,
  findings: readonly Finding[],
  isWanted: (page: string) => boolean,
): Promise<void> {
  const kept = ((await read(file)) ?? []).filter(({ page }) => !isWanted(page));
  await writeOutput(file, baselineText(findings, kept)).catch(error => {
    throw new Failure(exitCode.failed, `The baseline ${file} cannot be written: ${reasonOf(error)}.`);
  });
  log(`Wrote ${counted(findings.length + kept.length, 'finding')} to the baseline ${file}.`);
}

/** The entries of a baseline file. Throws a `Failure` if it does not exist or is not a baseline. */
export async function readBaseline(file: string): Promise<BaselineEntry[]> {
  return (await read(file)) ?? missing(file);
}

/** The entries of a baseline file; undefined if the file does not exist. */
async function read(file: string): Promise<BaselineEntry[] | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Failure(exitCode.usage, `The baseline ${file} cannot be read: ${reasonOf(error)}.`);
  }
  const entries = parseBaseline(parseJsonFile(file, text));
  if (entries) return entries;
  throw new Failure(
    exitCode.usage,
    `${file} is not a baseline of templens; move it away and write a new one with --update-baseline.`,
  );
}

function missing(file: string): never {
  throw new Failure(exitCode.usage, `The baseline ${file} does not exist; templens check --update-baseline writes it.`);
}
