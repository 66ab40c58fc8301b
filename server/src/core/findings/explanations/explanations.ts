import { isMajority } from '../../counts/majority.ts';
import { type Detail, type DifferenceFacts, differencesOf, type Finding } from '../finding.ts';
import { thresholds } from '../thresholds.ts';

/** Facts about the page and the site of a finding. */
export interface Surroundings {
  /** Probability that a program writes the pages. */
  readonly generated: number;
  /** True if the page is the index page of the site. */
  readonly isHome: boolean;
  /** See `PackageTable.has`. */
  readonly isOtherPackage: boolean;
}

/** A number in [0,1] about a finding and its site, with which the confidence rises or falls. */
type Explanation = (finding: Finding, site: Surroundings) => number;

/** 1 if the finding, or one of the differences that it combines, has this code. */
const holds =
  (code: string) =>
  ({ code: own, details = [] }: Finding): number =>
    own === `template/${code}` || details.some(detail => detail.code === `template/${code}`) ? 1 : 0;

/** Mean of a fact over the differences of a finding; 0 without any. */
const mean =
  (fact: keyof DifferenceFacts) =>
  (finding: Finding): number => {
    const known = differencesOf(finding).flatMap(({ facts }) => facts ?? []);
    return known.length === 0 ? 0 : known.reduce((sum, facts) => sum + (facts[fact] ?? 0), 0) / known.length;
  };

/** True if several pages differ from the others alike, and nothing says that they are older. */
const isOfSeveral = ({ facts, support }: Pick<Finding, 'facts' | 'support'>): boolean =>
  facts !== undefined && !facts.older && support !== undefined && !isMajority(support.pages, support.of, thresholds.nearlyAll);

/** True for a difference from an example page in more than words. */
const isDesign = ({ facts, code }: Finding | Detail): boolean => facts !== undefined && code !== 'template/changed-text';

/** The numbers that the judge weighs, by name; the general ones first. A comment says why a number matters. */
const explanations = {
  /** A program writes every page alike: where its pages differ, there is a reason in the page. */
  generated: (_, { generated }) => generated,
  /** A difference that several pages have may be intended: 0 for none, 1 for seven or more. */
  dissent: ({ support }) => (support ? Math.min(1, Math.log2(support.of - support.pages + 1) / 3) : 0),
  /** Some findings do not depend on other pages. */
  'no agreement': ({ support, lostPart }) => (support || lostPart ? 0 : 1),
  /** The pages of a library that the site contains are not written for the site. */
  'other package': (_, { isOtherPackage }) => (isOtherPackage ? 1 : 0),
  /** The home page has a design of its own, and is often the first to get a new version. Its texts are those of the other pages. */
  'home page': (finding, { isHome }) => (isHome && !finding.lostPart && differencesOf(finding).some(isDesign) ? 1 : 0),
  /** What is labelled as content, in part, may be the page's own. */
  content: mean('content'),
  /** What the page has leads nowhere: it was left behind. */
  older: mean('older'),
  /** What has other words on every page belongs to the content of these pages. */
  'own words': mean('ownWords'),
  /** A change that needs a second look changes something that is not certain. */
  risk: ({ risk, facts }) => (risk === undefined || facts?.isSpelling ? 0 : 1),
  /** What no reader of the page notices matters to few maintainers. */
  'no effect': ({ severity }) => (severity === 'information' ? 1 : 0),
  /** What has an id has a purpose: the page's scripts, styles or links use it. */
  'extra with an id': mean('isNamed'),
  /** A large block is content. */
  'large extra': mean('size'),
  /** Another order seldom matters. */
  moved: holds('moved-node'),
  /** A version of a part that differs in several places may be another design. */
  part: ({ code, details = [] }) =>
    code === 'template/part-version' && details.some(({ start }) => start !== details[0]!.start) ? 1 : 0,
  /** A program does not err on one page alone, and if several of its pages differ from the rest, they are meant to. */
  'lone by a program': (finding, { generated }) => (finding.isLone || differencesOf(finding).every(isOfSeveral) ? generated : 0),
  /** A program decides on each page where an entry leads and whether it is a link. */
  'link by a program': (finding, { generated }) => generated * mean('isLink')(finding),
  /** What all pages with the same other parts have was lost, most likely. */
  'lost part': ({ lostPart }) => lostPart ?? 0,
} satisfies Record<string, Explanation>;

export type ExplanationName = keyof typeof explanations;

/** Returns the numbers that the judge weighs for a finding, by name. */
export function explain(finding: Finding, site: Surroundings): Record<ExplanationName, number> {
  const entries = Object.entries(explanations) as [ExplanationName, Explanation][];
  const certain = finding.details?.filter(detail => !isOfSeveral(detail)) ?? [];
  // On pages by a program, what several pages share is meant, so only the other differences are weighed.
  const asked = site.generated > 0.5 && certain.length > 0 ? { ...finding, details: certain } : finding;
  return Object.fromEntries(entries.map(([name, of]) => [name, of(asked, site)])) as Record<ExplanationName, number>;
}
