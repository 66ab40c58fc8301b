import { compileGlob, type PathTest } from '../site/glob.ts';
import { exitCode, Failure } from './failure.ts';

/** The pages that a glob of the command line names. */
export function globOption(glob: string): PathTest {
  try {
    return compileGlob(glob);
  } catch (error) {
    throw new Failure(exitCode.usage, `The glob ${glob} ${(error as Error).message}.`);
  }
}
