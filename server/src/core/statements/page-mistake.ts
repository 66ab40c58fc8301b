import type { PlaceInPage } from './broken-tags.ts';

/** A mistake that a page has whatever other pages have: wrong mark-up that browsers correct silently, a wrong e-mail link, an impossible id. */
export interface PageMistake extends PlaceInPage {
  /** The marked source text, in which each run of white space is one space; of a link with an empty address its label. */
  readonly text: string;
  /** What is wrong, as the rest of a sentence that begins with the text. */
  readonly what: string;
  readonly code: 'page/invalid-markup' | 'page/wrong-id' | 'template/wrong-target';
  /** Name of the element whose end tag is missing, if that is the mistake. */
  readonly unclosed?: string;
  /** What to write in place of the marked text; undefined if only its author knows. */
  readonly correction?: string;
  /** A link that is a mistake only if other pages do not agree on its target and, unless its address is empty, if a page with its label as name exists. */
  readonly link?: {
    /** See `LabelledLink.key`. */
    readonly key: number;
    /** Possible paths of that page, from the site's root. */
    readonly pages: readonly string[];
    /** Set if its address is empty. */
    readonly isEmpty?: true;
  };
  /** Hash of the text, of `what` and of the first path of `link`: pages with the same mistake have the same key. */
  readonly key: number;
}

/** A mistake as the function that finds it returns it: `pageMistakes` adds the text, if it is the source, the key and the default code. */
export type Found = PlaceInPage &
  Pick<PageMistake, 'what' | 'unclosed' | 'correction' | 'link'> &
  Partial<Pick<PageMistake, 'code' | 'text'>>;
