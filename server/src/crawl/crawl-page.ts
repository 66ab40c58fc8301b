/** What identifies a page of a crawl. Rows are ordered by `site`, `hash` and `url`. */
export interface PageKey {
  /** Site key, see `siteKey`. */
  readonly site: string;
  /** 64-bit hash of the canonical URL, 16 hexadecimal digits. */
  readonly hash: string;
  readonly url: string;
  /** Id of the record, such as `urn:uuid:…`. */
  readonly id?: string;
  /** Time of the capture, as the input has it. */
  readonly date?: string;
}

/** A page of a crawl with its decoded text, or the reason why there is none. */
export type CrawlPage = PageKey & ({ readonly text: string } | { readonly reason: ErrorReason });

/**
 * Why a page has no content:
 * - `too-large`: its body is longer than the limit;
 * - `undecodable`: its body cannot be decompressed;
 * - `damaged`: its record is damaged, or the archive ends within it;
 * - `too-many-steps`: it is built so that parsing or labelling takes too many steps;
 * - `killed`: it ended the thread that worked on it, for want of memory;
 * - `stalled`: it took longer than the limit;
 * - `failed`: an error inside Templens.
 */
export const errorReasons = ['too-large', 'undecodable', 'damaged', 'too-many-steps', 'killed', 'stalled', 'failed'] as const;
export type ErrorReason = (typeof errorReasons)[number];

/** The row of a page without content. */
export function errorRow(key: PageKey, reason: ErrorReason): string {
  return JSON.stringify({ ...rowKey(key), method: 'error', reason });
}

/** The first columns of a row, in their order. */
export function rowKey({ id, url, site, date }: PageKey): object {
  return { ...(id !== undefined && { id }), url, site, ...(date !== undefined && { date }) };
}
