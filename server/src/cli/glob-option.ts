import { pageGlob } from '../api/command-line.ts';
import { TemplensError } from '../api/templens-error.ts';
import { exitCode, Failure } from './failure.ts';

/** Compiles a glob of the command line to a predicate for paths of pages; throws a `Failure` if it is invalid. */
export function globOption(glob: string): (page: string) => boolean {
  try {
    return pageGlob(glob);
  } catch (error) {
    if (error instanceof TemplensError) throw new Failure(exitCode.usage, error.message);
    throw error;
  }
}
