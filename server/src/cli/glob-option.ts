import { pageGlob } from '../api/command-line-site.ts';
import { TemplensError } from '../api/templens-error.ts';
import { exitCode, Failure } from './failure.ts';

/** The pages that a glob of the command line names. */
export function globOption(glob: string): (page: string) => boolean {
  try {
    return pageGlob(glob);
  } catch (error) {
    if (error instanceof TemplensError) throw new Failure(exitCode.usage, error.message);
    throw error;
  }
}
