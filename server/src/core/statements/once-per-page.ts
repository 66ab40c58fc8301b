import { withStepLimit } from '../../html/steps.ts';
import type { ComparedPage } from '../keys/compared-page.ts';

/**
 * Makes a function of a page that computes its result once for a page and its copies (`copyToKeep`), so that a check need not compute again
 * what was computed for the digest. It has a step limit of its own: whether a result is known must not decide whether a page is skipped.
 */
export function oncePerPage<Result>(compute: (page: ComparedPage) => Result): (page: ComparedPage) => Result {
  const known = new WeakMap<ComparedPage['keys'], { readonly result: Result }>();
  return page => {
    let entry = known.get(page.keys);
    if (!entry) {
      entry = { result: withStepLimit(page.source.length, () => compute(page)) };
      known.set(page.keys, entry);
    }
    return entry.result;
  };
}
