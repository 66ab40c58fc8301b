import { compileGlob } from '../site/glob.ts';
import { TemplensError } from './templens-error.ts';

/**
 * The pages whose paths match a glob, which is written as in `include`.
 * @throws TemplensError `bad-argument` where the glob cannot be used.
 */
export function pageGlob(glob: string): (page: string) => boolean {
  try {
    return compileGlob(glob);
  } catch (error) {
    throw new TemplensError('bad-argument', `The glob ${glob} ${(error as Error).message}.`);
  }
}
