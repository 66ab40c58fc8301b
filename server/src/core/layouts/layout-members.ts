import { ranked } from 'templens-shared/by-frequency';
import { Work } from '../counts/work.ts';
import { groupId } from './group-id.ts';
import { type NameCandidates, nameCandidates } from './layout-names.ts';
import { PathSummary } from './path-summary.ts';

/** A page of a layout, with the facts that decide the layout's id and name. */
export interface LayoutMember {
  /** Path from the site's root. */
  readonly name: string;
  /** See `pageHash`. */
  readonly hash: number;
  /** The name that the settings give to the page's layout. */
  readonly configured: string | undefined;
  /** Path of the template that the page declares. */
  readonly declared: string | undefined;
}

/**
 * The pages of one layout, with its id and the candidates for its name. Adding or removing a page takes time proportional to the depth of its
 * folder, whatever the size of the layout.
 */
export class LayoutMembers {
  /** Pages visited and counts changed. */
  readonly #work = new Work();
  readonly #members = new Map<string, LayoutMember>();
  readonly #paths = new PathSummary([], this.#work);
  /** Number of pages by configured name and by declared template. */
  readonly #configured = new Map<string, number>();
  readonly #declared = new Map<string, number>();
  /** Smallest hash of a page; undefined after that page left. */
  #leastHash: number | undefined;

  get size(): number {
    return this.#members.size;
  }

  /** Paths of the pages, sorted; the same list until a page joins or leaves. */
  get pages(): readonly string[] {
    return this.#paths.sorted;
  }

  /** The layout's id. There must be at least one page. */
  get id(): string {
    if (this.#leastHash === undefined) {
      // Visits all pages, which is rare: only after the page with the smallest hash left.
      this.#work.add(this.size);
      this.#leastHash = [...this.#members.values()].reduce((least, { hash }) => Math.min(least, hash), Number.POSITIVE_INFINITY);
    }
    return groupId([this.#leastHash]);
  }

  /** The possible names of the layout. There must be at least one page. */
  get candidates(): NameCandidates {
    this.#work.add(this.#configured.size + this.#declared.size);
    // The settings can join pages that declare different templates; the most frequent one names the layout.
    return nameCandidates(this.#paths, ranked(this.#configured)[0]?.[0], ranked(this.#declared)[0]?.[0]);
  }

  has(page: string): boolean {
    return this.#members.has(page);
  }

  /** Adds or updates a page; true if that changed anything. */
  put(page: LayoutMember): boolean {
    const known = this.#members.get(page.name);
    if (known && known.declared === page.declared && known.configured === page.configured) return false;
    if (known) count(known, -1, this.#configured, this.#declared);
    this.#members.set(page.name, page);
    this.#paths.add(page.name);
    if (this.size === 1) this.#leastHash = page.hash;
    else if (this.#leastHash !== undefined) this.#leastHash = Math.min(this.#leastHash, page.hash);
    count(page, 1, this.#configured, this.#declared);
    return true;
  }

  delete(name: string): void {
    const page = this.#members.get(name);
    if (!page) return;
    this.#members.delete(name);
    this.#paths.delete(name);
    if (this.#leastHash === page.hash) this.#leastHash = undefined;
    count(page, -1, this.#configured, this.#declared);
  }

  /** Pages visited and counts changed since the last call. */
  takeWork(): number {
    return this.#work.take();
  }
}

type Counts = Map<string, number>;

/** Adds `by` to the counts of a page's configured name and declared template. */
function count({ configured, declared }: LayoutMember, by: 1 | -1, byConfigured: Counts, byDeclared: Counts): void {
  for (const [value, counts] of [[configured, byConfigured] as const, [declared, byDeclared] as const]) {
    if (value === undefined) continue;
    const pages = (counts.get(value) ?? 0) + by;
    if (pages === 0) counts.delete(value);
    else counts.set(value, pages);
  }
}
