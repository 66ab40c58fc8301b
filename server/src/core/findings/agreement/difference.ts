import type { Verdict } from './majority.ts';

interface OfExample {
  /** The node of the example page that shows what the majority has. */
  readonly example: number;
  readonly verdict: Verdict;
}

interface OfNode extends OfExample {
  readonly node: number;
}

/** A place on the page: below `parent`, after its child `after`; -1 for the first place. */
interface AtPlace {
  readonly parent: number;
  readonly after: number;
}

/** Where a page differs from what the majority has. `node`, `parent` and `after` are nodes of the page. */
export type Difference =
  | (OfExample &
      AtPlace & {
        readonly kind: 'missing';
        /** With all that is in it; else the block as such, whatever is in it. */
        readonly isWhole: boolean;
        /** What stands alone in its place: an element of the same name, with nothing in common, or of the same classes. */
        readonly instead?: number;
        /** It is a heading, and what comes after it is missing, too. */
        readonly isSection?: true;
      })
  | (OfNode & { readonly kind: 'replaced'; readonly isWhole: boolean })
  | (OfNode & { readonly kind: 'extra' })
  | (OfNode & { readonly kind: 'duplicated' })
  | (OfNode & AtPlace & { readonly kind: 'moved' })
  /** `isSaidAgain`: another link of the page to the same place has the same words. */
  | (OfNode & { readonly kind: 'text'; readonly isSaidAgain?: true })
  | (OfNode & { readonly kind: 'attributes'; readonly names: readonly string[] });
