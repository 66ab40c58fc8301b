import { lstatSync } from 'node:fs';
import { exitCode, Failure } from './failure.ts';

/**
 * Throws a `Failure` if an argument before `--` looks like an option and is the name of an existing file. Hooks and scripts pass the names of
 * changed files as arguments; a person who names a file must not be able to set options of the command.
 */
export function refuseFilesLikeOptions(args: readonly string[]): void {
  const end = args.indexOf('--');
  const options = (end < 0 ? args : args.slice(0, end)).filter(arg => arg.startsWith('-'));
  const file = options.find(isFile);
  if (file === undefined) return;
  throw new Failure(
    exitCode.usage,
    `${file} is a file, but reads as an option. To name the file, write ./${file} or put -- before the files; to give the option, rename the file.`,
  );
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
