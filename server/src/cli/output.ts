import picocolors from 'picocolors';
import { printableLines } from 'templens-shared/printable';
import type { Colors } from '../report/colors.ts';
import { exitCode, reasonOf } from './failure.ts';

/** Writes results to stdout: unchanged to a file or pipe, and without control characters from pages to a terminal. */
export function printData(text: string): Promise<void> {
  return print(process.stdout.isTTY ? printableLines(text) : text);
}

/** Writes `text` to stdout as it is; resolves once stdout accepts more. The caller has removed control characters that come from pages. */
export function print(text: string): Promise<void> {
  return new Promise(resolve => {
    if (process.stdout.write(text)) resolve();
    else process.stdout.once('drain', resolve);
  });
}

/** Writes a line for the user to stderr. */
export function log(sentence: string): void {
  process.stderr.write(`templens: ${printableLines(sentence)}\n`);
}

/** Ends the process after all output is written. */
export async function exit(code: number): Promise<never> {
  await Promise.all([process.stdout, process.stderr].map(stream => new Promise(resolve => stream.write('', resolve))));
  process.exit(code);
}

/** Handles errors of stdout: if the reader closes the pipe (`| head`), the process ends without a message; other errors are reported first. */
export function handleOutputErrors(): void {
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    process.stdout.on('error', () => {});
    if (error.code === 'EPIPE') process.exit(exitCode.done);
    process.stderr.write(`templens: The results cannot be written: ${reasonOf(error)}.\n`, () => process.exit(exitCode.failed));
  });
  process.stderr.on('error', () => {});
}

/** Colours for stdout, decided by the first that is set: the flag, `FORCE_COLOR`, `NO_COLOR`; else on if stdout is a terminal, but not `dumb`. */
export function colorsFor(flag: boolean | undefined): Colors {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: terminal } = process.env;
  if (flag !== undefined) return picocolors.createColors(flag);
  if (force !== undefined && force !== '') return picocolors.createColors(force !== '0' && force !== 'false');
  if (no !== undefined && no !== '') return picocolors.createColors(false);
  return picocolors.createColors(process.stdout.isTTY === true && terminal !== 'dumb');
}
