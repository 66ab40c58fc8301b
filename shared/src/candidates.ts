/** Which pages an extractor compares a page with: the parsed form of the setting `candidates`. */
export type Candidates =
  /** The other pages of its layout. */
  | { readonly kind: 'group' }
  /** All other pages of the site. */
  | { readonly kind: 'all' }
  /** Up to `count` pages of the site, selected by the hashes of their paths: the same pages in every run. */
  | { readonly kind: 'random'; readonly count: number }
  /** Up to `count` pages that the page links to and that link to one another; if undefined, the extractor decides how many. */
  | { readonly kind: 'links'; readonly count: number | undefined };

/** The valid forms of the setting `candidates`, for error messages. */
export const candidatesForms = 'links, links:N, group, all or random:N, with N from 1 to 9 (links) or 999 (random)';

/** The valid forms of the setting `candidates` as a regular expression, for JSON Schema. */
export const candidatesPattern = '^(?:links(?::[1-9])?|group|all|random:[1-9]\\d{0,2})$';

/** Parses a value of the setting `candidates`; returns undefined if it is invalid. */
export function parseCandidates(text: string): Candidates | undefined {
  if (!new RegExp(candidatesPattern).test(text)) return undefined;
  const [kind, number] = text.split(':') as [Candidates['kind'], string | undefined];
  const count = number === undefined ? undefined : Number(number);
  return kind === 'random' ? { kind, count: count! } : kind === 'links' ? { kind, count } : { kind };
}
