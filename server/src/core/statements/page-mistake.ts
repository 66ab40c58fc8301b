import type { PlaceInPage } from './broken-tags.ts';

/** A mistake that a page has whatever other pages have: wrong mark-up that browsers correct silently, a wrong e-mail link, an impossible id. */
export interface PageMistake extends PlaceInPage {
  /** The marked source text with single spaces, or the label of a link with an empty address. */
  readonly text: string;
  /** What is wrong, as the rest of a sentence that begins with the text. */
  readonly what: string;
  readonly code: 'page/invalid-markup' | 'page/wrong-id' | 'template/wrong-target';
  /** Name of the element whose end tag is missing, if that is the mistake. */
  readonly unclosed?: string;
  /** What to write in place of the marked text; undefined if only its author knows. */
  readonly correction?: string;
  /** Only for a link whose `href` is empty or `#`. With `#` it is a mistake only if a file of `pages` exists. */
  readonly link?: {
    /** See `LabelledLink.key`. */
    readonly key: number;
    /** Paths from the site's root, made from the label of the link, such as `about-us.html` for "About us". */
    readonly pages: readonly string[];
    /** True if `href` is empty. */
    readonly isEmpty?: true;
  };
  /** Hash of the text, of `what` and of the first path of `link`: pages with the same mistake have the same key. */
  readonly key: number;
}

/** What a function that finds mistakes returns: `pageMistakes` adds the key and, where they are missing, the text and the code. */
export type Found = PlaceInPage &
  Pick<PageMistake, 'what' | 'unclosed' | 'correction' | 'link'> &
  Partial<Pick<PageMistake, 'code' | 'text'>>;
