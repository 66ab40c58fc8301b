import { FEWEST_PAGES, isMajority } from '../counts/majority.ts';
import { Work } from '../counts/work.ts';
import { FirstPage } from './first-page.ts';
import { LoneThings } from './lone-things.ts';

/** What a page says about things that pages of its group have in common: triples of a thing's key, the page's value and a node. */
export type Statements = Float64Array;

/** What most pages that say something about a thing say. */
export interface Agreement {
  readonly value: number;
  /** Pages that say it, of those that say anything about the thing. */
  readonly pages: number;
  readonly of: number;
  /** Different values, that of the majority among them. */
  readonly variants: number;
  /** Too few pages say anything for a majority, and all but one say it. */
  readonly isOfFew: boolean;
  /** One page that says it, and its node. */
  readonly example: { readonly page: string; readonly node: number };
}

/** The pages that say one value. */
interface Speakers {
  readonly pages: Set<string>;
  readonly first: FirstPage;
}

interface Thing {
  readonly speakers: Map<number, Speakers>;
  pages: number;
  /** Values that may be agreed on. */
  readonly common: Set<number>;
  /** Most pages since all values were looked through. */
  most: number;
  /** Undefined where there is no majority, or where nobody dissents from it. */
  agreement: Agreement | undefined;
}

/** Values of things on the pages of a group: for each thing on which pages do not all agree, the value of the majority. */
export class AgreementTable {
  readonly #isAgreed: (value: number, pages: number, of: number) => boolean;
  readonly #work: Work;
  /** What several pages say something about. */
  readonly #things = new Map<number, Thing>();
  /** What one page alone says something about: most things, on most sites. */
  readonly #lone = new LoneThings();
  /** Pages that say anything. */
  readonly #pages = new Map<string, Statements>();
  /** Of pages that are examples, the node of each thing. */
  readonly #nodes = new WeakMap<Statements, ReadonlyMap<number, number>>();
  #touched = new Set<number>();
  #affected = new Set<string>();

  /** @param isAgreed do so many pages, of those that say something about a thing, settle what is right? Never fewer than half. */
  constructor(isAgreed: (value: number, pages: number, of: number) => boolean, work = new Work()) {
    this.#isAgreed = isAgreed;
    this.#work = work;
  }

  /** Agreed is what nearly all say, see `isMajority`. @param least share of all pages that must agree. */
  static ofMajority(support: number, least?: number, work?: Work): AgreementTable {
    return new AgreementTable((_, pages, of) => isMajority(pages, of, support, least), work);
  }

  /** Adds a page, or replaces it. Of two statements about one thing the first counts. */
  put(page: string, statements: Statements): void {
    this.#takeOut(page);
    if (statements.length > 0) this.#pages.set(page, statements);
    else this.#pages.delete(page);
    forEachThing(statements, (key, value) => {
      const thing = this.#things.get(key) ?? this.#joined(key, page, value);
      if (thing) addSpeaker(thing, page, value);
    });
    this.#affected.add(page);
  }

  /** The thing that a page says something about, as one of several pages; undefined where it is the only one, which is noted. */
  #joined(key: number, page: string, value: number): Thing | undefined {
    const other = this.#lone.take(key);
    if (other === undefined) {
      this.#lone.add(key, page, value);
      return undefined;
    }
    const thing: Thing = { speakers: new Map(), pages: 0, common: new Set(), most: 0, agreement: undefined };
    this.#things.set(key, thing);
    addSpeaker(thing, other.page, other.value);
    return thing;
  }

  delete(page: string): void {
    this.#takeOut(page);
    this.#pages.delete(page);
    this.#affected.delete(page);
  }

  #takeOut(page: string): void {
    forEachThing(this.#pages.get(page) ?? nothing, (key, value) => {
      const thing = this.#things.get(key);
      if (!thing) {
        this.#lone.take(key);
        return;
      }
      const { pages } = thing.speakers.get(value)!;
      pages.delete(page);
      if (pages.size === 0) thing.speakers.delete(value);
      thing.pages--;
      this.#touched.add(key);
    });
  }

  /**
   * Brings the agreements up to date. Gives the pages of which something else holds than before: they dissent from another value, in other
   * numbers, or from another example, or were put in.
   */
  settle(): Set<string> {
    const affected = this.#affected;
    for (const page of affected) forEachThing(this.#pages.get(page) ?? nothing, key => this.#touched.add(key));
    for (const key of this.#touched) {
      const thing = this.#things.get(key);
      if (!thing) continue;
      const before = thing.agreement;
      thing.agreement = this.#agreementOn(key, thing);
      if (thing.pages === 0) this.#things.delete(key);
      if (isSame(before, thing.agreement) && !(before && affected.has(before.example.page))) continue;
      this.#work.add(thing.speakers.size);
      for (const [value, { pages }] of thing.speakers) {
        // Pages that dissented or dissent now; the others agree with whatever majority there is.
        const differs = [before, thing.agreement].some(agreement => agreement !== undefined && agreement.value !== value);
        if (differs) for (const page of pages) affected.add(page);
      }
    }
    this.#touched = new Set();
    this.#affected = new Set();
    return affected;
  }

  /** The values that may be agreed on. */
  #commonValues(thing: Thing): number[] {
    const { speakers, common, pages } = thing;
    const isCommon = (value: number): boolean => (speakers.get(value)?.pages.size ?? 0) >= COMMON * pages;
    if (pages < LEAST_LEFT * thing.most) {
      this.#work.add(speakers.size);
      thing.most = pages;
      for (const value of speakers.keys()) common.add(value);
    }
    this.#work.add(common.size);
    for (const value of common) if (!isCommon(value)) common.delete(value);
    return [...common].sort((a, b) => a - b);
  }

  #agreementOn(key: number, thing: Thing): Agreement | undefined {
    const { speakers, pages: of } = thing;
    if (speakers.size < 2) return undefined;
    for (const value of this.#commonValues(thing)) {
      const { pages, first } = speakers.get(value)!;
      const isAgreed = this.#isAgreed(value, pages.size, of);
      const isOfFew = !isAgreed && of === FEW && pages.size === FEW - 1;
      if (!isAgreed && !isOfFew) continue;
      const page = first.of(pages, count => this.#work.add(count))!;
      return {
        value,
        pages: pages.size,
        of,
        variants: speakers.size,
        isOfFew,
        example: { page, node: this.#nodeOf(page, key) },
      };
    }
    return undefined;
  }

  #nodeOf(page: string, key: number): number {
    const statements = this.#pages.get(page)!;
    let nodes = this.#nodes.get(statements);
    if (!nodes) {
      nodes = nodesOf(statements);
      this.#nodes.set(statements, nodes);
    }
    return nodes.get(key) ?? -1;
  }

  /** What a page says about a thing. */
  says(page: string, key: number): number | undefined {
    const statements = this.#pages.get(page) ?? nothing;
    for (let at = 0; at < statements.length; at += 3) if (statements[at] === key) return statements[at + 1];
    return undefined;
  }

  /** Does a page say something else than the majority, or than all others of a few, about so many things? */
  dissents(page: string, things = 1): boolean {
    let dissents = 0;
    forEachThing(this.#pages.get(page) ?? nothing, (key, value) => {
      const agreed = this.#things.get(key)?.agreement;
      if (agreed !== undefined && agreed.value !== value) dissents++;
    });
    return dissents >= things;
  }

  /** What the majority says about a thing of which not all say the same, as of the last `settle`. */
  agreement(key: number): Agreement | undefined {
    const agreement = this.#things.get(key)?.agreement;
    return agreement?.isOfFew ? undefined : agreement;
  }

  /** The same, or what all others say of a few pages that say anything. */
  weakAgreement(key: number): Agreement | undefined {
    return this.#things.get(key)?.agreement;
  }
}

const nothing: Statements = new Float64Array(0);

function addSpeaker(thing: Thing, page: string, value: number): void {
  let speakers = thing.speakers.get(value);
  if (!speakers) {
    speakers = { pages: new Set(), first: new FirstPage() };
    thing.speakers.set(value, speakers);
  }
  speakers.pages.add(page);
  speakers.first.add(page);
  thing.pages++;
  thing.most = Math.max(thing.most, thing.pages);
  if (speakers.pages.size >= COMMON * thing.pages) thing.common.add(value);
}

/**
 * What fewer of the pages say is not looked at: it is not agreed on. It becomes so when a page says it, which is noted, or when so many
 * pages went that half of those that are left say it.
 */
const COMMON = 3 / 8;
const LEAST_LEFT = COMMON / 0.5;

/** So many pages are one too few to judge one of them. */
const FEW = FEWEST_PAGES - 1;

function isSame(a: Agreement | undefined, b: Agreement | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.value === b.value &&
    a.pages === b.pages &&
    a.of === b.of &&
    a.variants === b.variants &&
    a.example.page === b.example.page &&
    a.example.node === b.example.node
  );
}

function forEachThing(statements: Statements, visit: (key: number, value: number) => void): void {
  const seen = new Set<number>();
  for (let at = 0; at < statements.length; at += 3) {
    const key = statements[at]!;
    if (seen.has(key)) continue;
    seen.add(key);
    visit(key, statements[at + 1]!);
  }
}

/** The node of each thing that a page says something about. */
function nodesOf(statements: Statements): Map<number, number> {
  const nodes = new Map<number, number>();
  for (let at = 0; at < statements.length; at += 3)
    if (!nodes.has(statements[at]!)) nodes.set(statements[at]!, statements[at + 2]!);
  return nodes;
}
