/**
 * Why a page may have a part in other words, or lack some of it, without a finding. Each is a clause that follows "not reported:" in
 * `templens explain --page`; the general ones come first.
 */
export const exemptions = {
  agreement: 'too few pages agree on what differs',
  folder: 'nearly all other pages of a folder around it have the same',
  others: 'other pages have the same in this place',
  another: 'it has too little in common with the version of the other pages',
  apart: 'the page has none of the parts that most pages have',
  language: 'too few pages are in its language',
  content: 'what differs is content',
  state: 'the same in another state, such as another current item',
  own: 'what differs belongs to the page, such as its place in a breadcrumb',
  elsewhere: 'the page has what is missing at another place, or in a comment',
  inside: 'elements that most pages have differ in what they hold, and too few pages agree on that',
  alone: 'no single page has all that most pages have',
  beside: 'only what stands beside it differs',
  wrapper: 'one of the pages has an additional element around the same blocks',
  place: 'what it has in addition stands where pages differ',
  translated: 'it is known by its tags alone, since no page in its language has the same words',
  uncompared: 'the page is not compared, as redirects, error pages and pages of few nodes are not',
  ignored: 'an ignore hides it',
} as const;

/** A reason for which a difference is not reported. */
export type Exemption = keyof typeof exemptions;

/** The reasons that are noted while one part of a page is compared. */
export type Exempted = Set<Exemption>;

/** The result of comparing a part of a page. */
export interface PartComparison {
  readonly exempted: Exempted;
  /** Identities of the differences that were found. */
  readonly found: readonly string[];
}
