/** Which pages a key page is compared with. */
export type Candidates =
  /** The other pages of its template group. */
  | { readonly kind: 'group' }
  /** All other pages of the site. */
  | { readonly kind: 'all' }
  /** Up to `count` pages of the site, drawn by the hashes of the paths: the same ones every time. */
  | { readonly kind: 'random'; readonly count: number };

/** How a setting of candidates is written, for sentences about one that is not. */
export const candidatesForms = 'group, all or random:N, with N from 1 to 999';

/** `[forms]` as a regular expression, for JSON Schema. */
export const candidatesPattern = '^(?:group|all|random:[1-9]\\d{0,2})$';

/** Reads `group`, `all` or `random:N`; undefined for anything else. */
export function parseCandidates(text: string): Candidates | undefined {
  if (!new RegExp(candidatesPattern).test(text)) return undefined;
  const [kind, number] = text.split(':') as [Candidates['kind'], string | undefined];
  const count = number === undefined ? undefined : Number(number);
  return kind === 'random' ? { kind, count: count! } : { kind };
}
