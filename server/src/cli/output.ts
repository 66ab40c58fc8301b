import picocolors from 'picocolors';
import { printableLines } from 'templens-shared/printable';
import type { Colors } from '../report/colors.ts';
import { exitCode, reasonOf } from './failure.ts';

/** Writes results as they are to stdout, where that is no terminal; on a terminal without control characters of others. */
export function printData(text: string): Promise<void> {
  return print(process.stdout.isTTY ? printableLines(text) : text);
}

/** Writes results to stdout; resolves when the reader has room for more. Control characters of others must not be in them. */
export function print(text: string): Promise<void> {
  return new Promise(resolve => {
    if (process.stdout.write(text)) resolve();
    else process.stdout.once('drain', resolve);
  });
}

/** One line to stderr, for a person: problems and logs. */
export function log(sentence: string): void {
  process.stderr.write(`templens: ${printableLines(sentence)}\n`);
}

/** Ends the process when everything written has left it. */
export async function exit(code: number): Promise<never> {
  await Promise.all([process.stdout, process.stderr].map(stream => new Promise(resolve => stream.write('', resolve))));
  process.exit(code);
}

/** A reader that has seen enough (`| head`) ends the command quietly; any other failure to write is reported, and ends it, too. */
export function watchOutput(): void {
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    process.stdout.on('error', () => {});
    if (error.code === 'EPIPE') process.exit(exitCode.done);
    process.stderr.write(`templens: The results cannot be written: ${reasonOf(error)}.\n`, () => process.exit(exitCode.failed));
  });
  process.stderr.on('error', () => {});
}

/** Colours for stdout: the flag wins over `FORCE_COLOR`, that over `NO_COLOR`, that over whether stdout is a terminal. */
export function colorsFor(flag: boolean | undefined): Colors {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: terminal } = process.env;
  if (flag !== undefined) return picocolors.createColors(flag);
  if (force !== undefined && force !== '') return picocolors.createColors(force !== '0' && force !== 'false');
  if (no !== undefined && no !== '') return picocolors.createColors(false);
  return picocolors.createColors(process.stdout.isTTY === true && terminal !== 'dumb');
}
