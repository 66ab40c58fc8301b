import type { Finding } from '../finding.ts';
import { wilsonLowerBound } from '../wilson.ts';

/** What is known of the site beside a finding. */
export interface Surroundings {
  /** Probability that a program writes the pages. */
  readonly generated: number;
  /** Findings of the page. */
  readonly findings: number;
  /** Does another page link to the page? */
  readonly isLinked: boolean;
  /** Share of the page's nodes that other pages have, too. */
  readonly shared: number;
  /** Is it the index page of the site? */
  readonly isHome: boolean;
  /** See `KindTable.of`. */
  readonly kind: { readonly pages: number; readonly places: number; readonly same: number };
}

/** A number in [0,1] about a finding and the site it stands in, that speaks for or against it. */
interface Explanation {
  /** Why it matters, in one sentence. */
  readonly why: string;
  readonly of: (finding: Finding, site: Surroundings) => number;
}

/** 0 for one, 1 for `most` or more. */
function logarithm(count: number, most: number): number {
  return Math.min(1, Math.log2(Math.max(1, count)) / Math.log2(most));
}

const isCode =
  (code: string) =>
  (finding: Finding): number =>
    finding.code === `template/${code}` ? 1 : 0;

/** The differences that a finding combines have one of these codes, or it has. */
const holds =
  (code: string) =>
  ({ code: own, details = [] }: Finding): number =>
    own === `template/${code}` || details.some(detail => detail.code === `template/${code}`) ? 1 : 0;

/** State: the kind stands on several pages, at places that differ by page. */
function state({ kind }: Surroundings): number {
  return logarithm(Math.min(kind.pages, kind.places) - kind.same + 1, 16);
}

/** Does a message name an element, or quote a letter or digit? */
function quotesWords(message: string): boolean {
  const quotes = message.split('\u201c').slice(1);
  return quotes.length === 0 || message.includes('<') || quotes.some(quote => /[\p{L}\p{N}]/u.test(quote.split('\u201d', 1)[0]!));
}

/** What the judge knows of a finding. General ones come first. */
const explanations = {
  generated: {
    why: 'A program writes every page alike: where its pages differ, there is a reason in the page.',
    of: (_, { generated }) => generated,
  },
  state: {
    why: 'A state of the page, such as the open entry of a menu, comes on several pages, on each at another place; drift does not.',
    of: (_, site) => state(site),
  },
  'state by a program': {
    why: 'Among the pages of a program a kind of difference that repeats is hardly ever drift.',
    of: (_, site) => site.generated * logarithm(site.kind.pages, 8),
  },
  'same difference': {
    why: 'The same value at the same place on several pages is an old version, or a kind of page.',
    of: (_, { kind }) => logarithm(kind.same, 16),
  },
  support: {
    why: 'The more pages agree, the less likely it is chance.',
    of: ({ support }) => (support ? wilsonLowerBound(support.pages, support.of) : 1),
  },
  dissent: {
    why: 'What other pages do otherwise, too, may be meant.',
    of: ({ support }) => logarithm(support ? support.of - support.pages + 1 : 1, 8),
  },
  'no agreement': {
    why: 'Some findings do not depend on other pages.',
    of: ({ support }) => (support ? 0 : 1),
  },
  'many differences': {
    why: 'One departure in a part is drift; twenty are another part.',
    of: ({ details = [] }) => logarithm(details.length, 16),
  },
  'findings of the page': {
    why: 'A page that departs in many things is of another kind.',
    of: (_, { findings }) => logarithm(findings, 16),
  },
  unlinked: {
    why: 'A page that no other page links to is a draft, a test or foreign.',
    of: (_, { isLinked }) => (isLinked ? 0 : 1),
  },
  shared: {
    why: 'A page that shares little with others has another template.',
    of: (_, { shared }) => shared,
  },
  home: {
    why: 'The first page of a site is like no other.',
    of: (_, { isHome }) => (isHome ? 1 : 0),
  },
  'home in a part': {
    why: 'The first page of a site is often the first to get a new version.',
    of: ({ part, code }, { isHome }) => (isHome && part !== undefined && code !== 'template/missing-part' ? 1 : 0),
  },
  'extra outside of parts': {
    why: 'A dialog or box that one page has in addition is its own.',
    of: ({ code, part }) => (code === 'template/extra-node' && part === undefined ? 1 : 0),
  },
  'in the head': {
    why: 'Pages load different files and describe themselves.',
    of: ({ identity, part }) => (part?.startsWith('head') || identity.includes('|html/head') ? 1 : 0),
  },
  'in a part': {
    why: 'Menus, headers and footers are meant to be the same; what stands outside of parts may be content.',
    of: ({ part }) => (part === undefined ? 0 : 1),
  },
  risk: {
    why: 'A change that needs a second look changes something that is not certain.',
    of: ({ risk }) => (risk === undefined ? 0 : 1),
  },
  'no effect': {
    why: 'What no reader of the page notices matters to few maintainers.',
    of: ({ severity }) => (severity === 'information' ? 1 : 0),
  },
  'no words': {
    why: 'Separators and bullets follow from what stands beside them.',
    of: ({ message, details = [] }) => ([message, ...details.map(detail => detail.message)].some(quotesWords) ? 0 : 1),
  },
  newer: {
    why: 'A page that is newer than the others has nothing to learn from them.',
    of: ({ isNewer }) => (isNewer ? 1 : 0),
  },
  missing: { why: 'What is missing is noticed by readers.', of: holds('missing-node') },
  extra: { why: 'What a page has in addition may be its own.', of: holds('extra-node') },
  text: { why: 'Other words may be meant.', of: holds('changed-text') },
  attribute: { why: 'An attribute may be a state of the page.', of: holds('changed-attribute') },
  target: { why: 'A link that leads elsewhere than on other pages misleads.', of: holds('wrong-target') },
  moved: { why: 'Another order seldom matters.', of: holds('moved-node') },
  duplicated: { why: 'What stands twice is seldom meant.', of: holds('duplicated-node') },
  part: { why: 'A rare version of a part sums up several differences.', of: isCode('part-version') },
  'whole part': { why: 'A page without a part may be of another kind.', of: isCode('missing-part') },
  'current item': { why: 'A menu that marks another page than this one misleads.', of: isCode('current-item') },
  'dead address': { why: 'What a page loads or links to is there or is not.', of: isCode('broken-link') },
  year: { why: 'A year may be that of the last change.', of: isCode('stale-year') },
  'no template': {
    why: 'A page may be meant to stand alone.',
    of: ({ code }) => (code === 'page/no-template' ? 1 : 0),
  },
} satisfies Record<string, Explanation>;

export type ExplanationName = keyof typeof explanations;

/** By name, what the judge knows of a finding. */
export function explain(finding: Finding, site: Surroundings): Record<ExplanationName, number> {
  const entries = Object.entries(explanations) as [ExplanationName, Explanation][];
  return Object.fromEntries(entries.map(([name, { of }]) => [name, of(finding, site)])) as Record<ExplanationName, number>;
}
