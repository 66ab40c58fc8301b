/** Which pages a key page is compared with. */
export type Candidates =
  /** The other pages of its layout. */
  | { readonly kind: 'group' }
  /** All other pages of the site. */
  | { readonly kind: 'all' }
  /** Up to `count` pages of the site, drawn by the hashes of the paths: the same ones every time. */
  | { readonly kind: 'random'; readonly count: number }
  /** Up to `count` pages that it links to and that link to one another; undefined: as many as suits the extractor. */
  | { readonly kind: 'links'; readonly count: number | undefined };

/** How a setting of candidates is written, for sentences about one that is not. */
export const candidatesForms = 'links, links:N, group, all or random:N, with N from 1 to 9 (links) or 999 (random)';

/** `[forms]` as a regular expression, for JSON Schema. */
export const candidatesPattern = '^(?:links(?::[1-9])?|group|all|random:[1-9]\\d{0,2})$';

/** Reads `links`, `links:N`, `group`, `all` or `random:N`; undefined for anything else. */
export function parseCandidates(text: string): Candidates | undefined {
  if (!new RegExp(candidatesPattern).test(text)) return undefined;
  const [kind, number] = text.split(':') as [Candidates['kind'], string | undefined];
  const count = number === undefined ? undefined : Number(number);
  return kind === 'random' ? { kind, count: count! } : kind === 'links' ? { kind, count } : { kind };
}
