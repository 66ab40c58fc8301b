import type { Reason } from 'templens-shared/answers';

/** What a high and a low number says of a finding, by the names in `core/findings/explanations/explanations.ts`. */
const ofFindings: Readonly<Record<string, readonly [high: string, low: string]>> = {
  generated: ['a program writes the pages', 'people write the pages'],
  dissent: ['some other pages deviate as well', 'hardly any other page deviates'],
  'no agreement': ['it is wrong whatever the other pages have', 'it is a difference from other pages'],
  'other package': ['the page belongs to a library', 'the page belongs to the site'],
  'home page': ['the home page often differs on purpose', 'it is not the home page'],
  content: ['it may be labelled as content', 'it is labelled as template'],
  older: ['what stands here leads nowhere', 'what stands here does not lead nowhere'],
  'own words': ['the other pages have different words there', 'the other pages agree on the words'],
  risk: ['its fix needs a second look', 'its fix needs no second look'],
  'no effect': ['visitors do not notice it', 'visitors notice it'],
  'extra with an id': ['the addition has an id, and so a purpose', 'it is not an addition with an id'],
  'large extra': ['the addition is large, like content', 'it is not a large addition'],
  moved: ['only the place differs', 'it is not about the place'],
  part: ['the part differs in several places', 'it is one difference'],
  'lone by a program': ['a program makes no such mistake on one page', 'people make such a mistake'],
  'link by a program': ['a program links what it has a page for', 'it is not about a link of a program'],
  'lost part': ['pages like this one have the part', 'no part is missing'],
};

/** What the numbers about the source of a page count, by the names in `core/statements/writing-style.ts`. */
const ofStyles: Readonly<Record<string, string>> = {
  generator: 'names of generators',
  editor: 'names of editors',
  generatedNote: 'notes of generators',
  longestLine: 'long lines',
  carriageReturns: 'carriage returns',
  mixedLineEnds: 'mixed line ends',
  tabs: 'tabs',
  comments: 'comments',
  commentedMarkup: 'markup in comments',
  styleAttributes: 'style attributes',
  presentation: 'presentational elements',
  dataAttributes: 'data attributes',
  ariaAttributes: 'ARIA attributes',
  unclosed: 'unclosed elements',
  selfClosed: 'self-closed tags',
  indexFile: 'index files',
  canonical: 'canonical links',
  tableLayout: 'tables',
  classes: 'classes',
  headingIds: 'headings with anchors',
  numericReferences: 'numeric references',
  bareAmpersands: 'bare ampersands',
};

/** A reason for or against a finding in words: `visitors notice it`. */
export function findingReason({ name, isHigh }: Reason): string {
  return ofFindings[name]?.[isHigh ? 0 : 1] ?? name;
}

/** A reason why people, or a program, write the pages, in words: `few or no long lines`. */
export function originReason({ name, isHigh }: Reason): string {
  const counted = ofStyles[name.replace(/ spread$/, '')] ?? name;
  if (name.endsWith(' spread')) return isHigh ? `${counted} on some pages only` : `${counted} alike on all pages`;
  return isHigh ? counted : `few or no ${counted}`;
}
