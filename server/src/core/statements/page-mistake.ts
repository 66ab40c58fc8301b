import type { PlaceInPage } from './broken-tags.ts';

/** A mistake that a page has whatever other pages have: wrong mark-up that browsers correct silently, a wrong e-mail link, an impossible id. */
export interface PageMistake extends PlaceInPage {
  /** The marked text, with single spaces. */
  readonly text: string;
  /** What is wrong, as the rest of a sentence that begins with the text. */
  readonly what: string;
  readonly code: 'page/invalid-markup' | 'page/wrong-id' | 'template/wrong-target';
  /** Name of the element that lacks its end tag, if that is wrong. */
  readonly unclosed?: string;
  /** What to write in place of the marked text; undefined if only its author knows. */
  readonly correction?: string;
  /** Paths from the site's root, if it is a mistake only where one of these files exists. */
  readonly ifExists?: readonly string[];
  /** Of the text, of what is wrong and of the file that it depends on. */
  readonly key: number;
}

/** A mistake before its text and key are added. */
export type Found = PlaceInPage &
  Pick<PageMistake, 'what' | 'unclosed' | 'correction' | 'ifExists'> &
  Partial<Pick<PageMistake, 'code'>>;
