import { hash53 } from '../../html/hash.ts';
import { type Declaration, declaredRuns } from './declared.ts';
import { type PartOptions, type Run, sharedRuns } from './instances.ts';
import type { PageInParts } from './page-in-parts.ts';
import type { Sharing } from './sharing.ts';
import { instanceHash, type LanesOfSite, labelPathHash } from './variant.ts';

/** A run of a page that may be an instance of a part. */
export interface FoundRun {
  readonly run: Run;
  /** Set for a run that the settings or the page declare to be a part. */
  readonly declaration: Declaration | undefined;
  /** 53-bit hash of its place, see `Part.path`. */
  readonly path: number;
  /** Hash of its variant, see `instanceHash`. */
  readonly hash: number;
}

/**
 * Finds the declared and the shared runs of a page, in document order.
 * @param isContainer true for ids of places whose elements cannot belong to a run
 */
export function foundRuns(
  page: PageInParts,
  sharing: Sharing,
  isContainer: (place: number) => boolean,
  options: PartOptions,
  counts: LanesOfSite,
): FoundRun[] {
  const { tree } = page;
  const declared = declaredRuns(tree, page.directives, page.declared);
  const runs: (Run & { declaration?: Declaration })[] = [
    ...declared,
    ...sharedRuns(page, sharing, isContainer, options, declared),
  ].sort((a, b) => a.first - b.first);
  let parent = -1;
  let parentPath = 0;
  return runs.map((run): FoundRun => {
    const { declaration } = run;
    // Consecutive runs often have the same parent.
    if (run.parent !== parent) {
      parent = run.parent;
      parentPath = labelPathHash(tree, parent);
    }
    const path = declaration ? declaredPath(declaration) : parentPath;
    return { run, declaration, path, hash: instanceHash(page, run, sharing, counts) };
  });
}

/** Hash that stands for the path of a declared part, the same for all its instances wherever they are. */
function declaredPath({ by, name }: Declaration): number {
  return hash53(`${by === 'settings' ? 'configured' : 'declared'} ${name}`);
}
