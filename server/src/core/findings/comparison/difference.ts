import type { Verdict } from './majority.ts';

/**
 * Where a page (`node`, `parent`, `after`: indices of its tree) differs from what the majority has, shown on the example page (`example`).
 * `after` is the child of `parent` that the place follows, -1 for the first.
 */
export type Difference =
  | {
      readonly kind: 'missing';
      readonly parent: number;
      readonly after: number;
      readonly example: number;
      /** With all that is in it; else the block as such, whatever is in it. */
      readonly isWhole: boolean;
      readonly verdict: Verdict;
      /** What stands alone in its place: an element of the same name, with nothing in common. */
      readonly instead?: number;
      /** It is a heading, and what comes after it is missing, too. */
      readonly isSection?: true;
    }
  | {
      readonly kind: 'replaced';
      readonly node: number;
      readonly example: number;
      readonly isWhole: boolean;
      readonly verdict: Verdict;
    }
  | {
      readonly kind: 'extra';
      readonly node: number;
      readonly example: number;
      readonly verdict: Verdict;
    }
  | { readonly kind: 'duplicated'; readonly node: number; readonly example: number; readonly verdict: Verdict }
  | {
      readonly kind: 'moved';
      readonly node: number;
      readonly parent: number;
      readonly after: number;
      readonly example: number;
      readonly verdict: Verdict;
    }
  | {
      readonly kind: 'text';
      readonly node: number;
      readonly example: number;
      readonly verdict: Verdict;
      /** Another link of the page to the same place has the same words. */
      readonly isSaidAgain?: true;
    }
  | {
      readonly kind: 'attributes';
      readonly node: number;
      readonly example: number;
      readonly names: readonly string[];
      readonly verdict: Verdict;
    };
