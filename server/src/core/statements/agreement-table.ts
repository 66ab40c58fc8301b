import { isMajority } from '../counts/majority.ts';
import { PageSets } from '../counts/page-sets.ts';
import { thresholds as countThresholds } from '../counts/thresholds.ts';
import { Work } from '../counts/work.ts';
import { LoneThings } from './lone-things.ts';
import type { PackedStatements } from './packed-statements.ts';
import type { Statements, ThingName } from './statements.ts';

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
  /** Names of the pages that say it. Empty if these are more than `FEW`, and in tables without `TableOptions.isUnanimous`. */
  readonly few: readonly string[];
}

/** The pages that say one value: a set of their numbers, see `PageSets`, and the first of them by name. */
interface Speakers {
  set: number;
  size: number;
  /** Of all that came; it may have gone. */
  first: string;
}

/** What a page says, as it is or packed with what it says about other things. */
type Said = Statements | PackedStatements;

interface Thing {
  readonly speakers: Map<number, Speakers>;
  pages: number;
  /** Values that may be agreed on. */
  common: number[];
  /** Most pages since all values were looked through. */
  most: number;
  /** Undefined where there is no majority, or where nobody dissents from it and `TableOptions.isUnanimous` is not set. */
  agreement: Agreement | undefined;
}

/** The value of a page that leaves a thing open: it has no vote, and dissents from whatever the other pages say. */
export const OPEN = -1;

interface TableOptions {
  readonly work?: Work;
  readonly thing?: ThingName;
  /** True if agreements that no page dissents from are kept, too: `settle` then also returns their examples when they change. */
  readonly isUnanimous?: boolean;
  /** True if what a page says is reported on the page itself unless it is agreed on: `settle` then returns all that say it when that changes. */
  readonly isOwnUnlessAgreed?: boolean;
}

/**
 * Do the pages that say a value, of those that say something about a thing, settle what is right?
 * @param names of these pages; each call looks at them anew
 */
type IsAgreed = (value: number, pages: number, of: number, names: () => Iterable<string>) => boolean;

/** Values of things on the pages of a group: for each thing on which pages do not all agree, the value of the majority. */
export class AgreementTable {
  readonly #isAgreed: IsAgreed;
  readonly #work: Work;
  readonly #thing: ThingName | undefined;
  readonly #isUnanimous: boolean;
  readonly #isOwnUnlessAgreed: boolean;
  /** What several pages say something about. */
  readonly #things = new Map<number, Thing>();
  /** What one page alone says something about: most things, on most sites. */
  readonly #lone = new LoneThings();
  /** The numbers of pages that say anything, what they say, and numbers of pages that went. */
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #said: Said[] = [];
  readonly #free: number[] = [];
  readonly #sets = new PageSets();
  /** Of pages that are examples, the node of each thing. */
  readonly #nodes = new WeakMap<Said, ReadonlyMap<number, number>>();
  #touched = new Set<number>();
  #affected = new Set<string>();

  /**
   * @param isAgreed never true for a fifth of the pages or fewer.
   * @param options.thing what is taken of packed statements.
   */
  constructor(
    isAgreed: IsAgreed,
    { work = new Work(), thing, isUnanimous = false, isOwnUnlessAgreed = false }: TableOptions = {},
  ) {
    this.#isAgreed = isAgreed;
    this.#work = work;
    this.#thing = thing;
    this.#isUnanimous = isUnanimous;
    this.#isOwnUnlessAgreed = isOwnUnlessAgreed;
  }

  /** Agreed is what nearly all say, see `isMajority`. @param options.least share of all pages that must agree. */
  static ofMajority(support: number, { least, ...options }: TableOptions & { least?: number | undefined } = {}): AgreementTable {
    return new AgreementTable((_, pages, of) => isMajority(pages, of, support, least), options);
  }

  /** Adds a page, or replaces it. Of two statements about one thing the first counts. */
  put(page: string, said: Said): void {
    this.#takeOut(page);
    const statements = this.#read(said);
    if (statements.length === 0) this.#forget(page);
    else {
      const number = this.#numbers.get(page) ?? this.#free.pop() ?? this.#names.length;
      this.#numbers.set(page, number);
      this.#names[number] = page;
      this.#said[number] = said;
      forEachThing(statements, (key, value) => {
        const thing = this.#things.get(key) ?? this.#joined(key, number, value);
        if (thing) this.#addSpeaker(thing, number, value);
      });
    }
    this.#affected.add(page);
  }

  #forget(page: string): void {
    const number = this.#numbers.get(page);
    if (number === undefined) return;
    this.#numbers.delete(page);
    this.#names[number] = '';
    this.#said[number] = nothing;
    this.#free.push(number);
  }

  /** What a page says; nothing of a page that is not there. */
  #saidBy(page: string): Statements {
    const number = this.#numbers.get(page);
    return number === undefined ? nothing : this.#read(this.#said[number]!);
  }

  #read(said: Said): Statements {
    return said instanceof Float64Array ? said : said.about(this.#thing!);
  }

  /** The thing that a page says something about, as one of several pages; undefined where it is the only one, which is noted. */
  #joined(key: number, page: number, value: number): Thing | undefined {
    const other = this.#lone.take(key);
    if (other === undefined) {
      this.#lone.add(key, page, value);
      return undefined;
    }
    const thing: Thing = { speakers: new Map(), pages: 0, common: [], most: 0, agreement: undefined };
    this.#things.set(key, thing);
    this.#addSpeaker(thing, other.page, other.value);
    return thing;
  }

  #addSpeaker(thing: Thing, page: number, value: number): void {
    const name = this.#names[page]!;
    const speakers = thing.speakers.get(value);
    if (speakers) {
      speakers.set = this.#sets.add(speakers.set, speakers.size++, page);
      if (name < speakers.first) speakers.first = name;
    } else thing.speakers.set(value, { set: this.#sets.single(page), size: 1, first: name });
    if (value === OPEN) return;
    thing.pages++;
    thing.most = Math.max(thing.most, thing.pages);
    if ((speakers?.size ?? 1) >= COMMON * thing.pages && !thing.common.includes(value)) thing.common.push(value);
  }

  delete(page: string): void {
    this.#takeOut(page);
    this.#forget(page);
    this.#affected.delete(page);
  }

  #takeOut(page: string): void {
    const number = this.#numbers.get(page);
    if (number === undefined) return;
    forEachThing(this.#read(this.#said[number]!), (key, value) => {
      const thing = this.#things.get(key);
      if (!thing) {
        this.#lone.take(key);
        return;
      }
      const speakers = thing.speakers.get(value)!;
      if (speakers.size === 1) thing.speakers.delete(value);
      else speakers.set = this.#sets.delete(speakers.set, speakers.size--, number);
      if (value !== OPEN) thing.pages--;
      this.#touched.add(key);
    });
  }

  /** The first of the pages that say a value, by name. Looks at all of them if the one that was first went. */
  #firstOf(speakers: Speakers): string {
    const known = this.#numbers.get(speakers.first);
    if (known !== undefined && this.#sets.has(speakers.set, speakers.size, known)) return speakers.first;
    this.#work.add(speakers.size);
    let first: string | undefined;
    this.#sets.forEach(speakers.set, speakers.size, page => {
      const name = this.#names[page]!;
      if (first === undefined || name < first) first = name;
    });
    speakers.first = first!;
    return speakers.first;
  }

  /**
   * Brings the agreements up to date. Gives the pages of which something else holds than before: they dissent from another value, in other
   * numbers, or from another example, or were put in.
   */
  settle(): Set<string> {
    const affected = this.#affected;
    for (const page of affected) forEachThing(this.#saidBy(page), key => this.#touched.add(key));
    for (const key of this.#touched) {
      const thing = this.#things.get(key);
      if (!thing) continue;
      const before = thing.agreement;
      thing.agreement = this.#agreementOn(key, thing);
      if (thing.speakers.size === 0) this.#things.delete(key);
      if (isSame(before, thing.agreement) && !(before && affected.has(before.example.page))) continue;
      if (this.#isUnanimous)
        for (const { example } of [before, thing.agreement].flatMap(known => known ?? [])) affected.add(example.page);
      this.#work.add(thing.speakers.size);
      const isNew = this.#isOwnUnlessAgreed && (before === undefined) !== (thing.agreement === undefined);
      for (const [value, { set, size }] of thing.speakers) {
        // Pages that dissented or dissent now; the others agree with whatever majority there is.
        const differs = [before, thing.agreement].some(agreement => agreement !== undefined && agreement.value !== value);
        if (differs || isNew) this.#sets.forEach(set, size, page => affected.add(this.#names[page]!));
      }
    }
    this.#touched = new Set();
    this.#affected = new Set();
    return affected;
  }

  /** The values that may be agreed on. */
  #commonValues(thing: Thing): number[] {
    const { speakers, pages } = thing;
    let candidates = thing.common;
    if (pages < LEAST_LEFT * thing.most) {
      this.#work.add(speakers.size);
      thing.most = pages;
      candidates = [...speakers.keys()].filter(value => value !== OPEN);
    }
    this.#work.add(candidates.length);
    thing.common = candidates.filter(value => (speakers.get(value)?.size ?? 0) >= COMMON * pages);
    return [...thing.common].sort((a, b) => a - b);
  }

  #agreementOn(key: number, thing: Thing): Agreement | undefined {
    const { speakers, pages: of } = thing;
    if (speakers.size < 2 && !this.#isUnanimous) return undefined;
    for (const value of this.#commonValues(thing)) {
      const said = speakers.get(value)!;
      const { size: pages } = said;
      const isAgreed = this.#isAgreed(value, pages, of, () => this.#namesOf(said));
      const isOfFew = !isAgreed && of === FEW && pages === FEW - 1;
      if (!isAgreed && !isOfFew) continue;
      const page = this.#firstOf(said);
      return {
        value,
        pages,
        of,
        variants: speakers.size,
        isOfFew,
        example: { page, node: this.#nodeOf(page, key) },
        few: this.#isUnanimous && pages <= FEW ? [...this.#namesOf(said)].sort() : [],
      };
    }
    return undefined;
  }

  *#namesOf({ set, size }: Speakers): Generator<string> {
    const pages: number[] = [];
    this.#sets.forEach(set, size, page => pages.push(page));
    for (const page of pages) {
      this.#work.add(1);
      yield this.#names[page]!;
    }
  }

  #nodeOf(page: string, key: number): number {
    const said = this.#said[this.#numbers.get(page)!]!;
    let nodes = this.#nodes.get(said);
    if (!nodes) {
      nodes = nodesOf(this.#read(said));
      this.#nodes.set(said, nodes);
    }
    return nodes.get(key) ?? -1;
  }

  /** What a page says about a thing. */
  says(page: string, key: number): number | undefined {
    const statements = this.#saidBy(page);
    for (let at = 0; at < statements.length; at += 3) if (statements[at] === key) return statements[at + 1];
    return undefined;
  }

  /** Does a page say something else than the majority, or than all others of a few, about so many things? */
  dissents(page: string, things = 1): boolean {
    let dissents = 0;
    forEachThing(this.#saidBy(page), (key, value) => {
      const agreed = this.#things.get(key)?.agreement;
      if (agreed !== undefined && agreed.value !== value) dissents++;
    });
    return dissents >= things;
  }

  /** Is a page the example of an agreement on a value that is wanted? */
  exemplifies(page: string, isWanted: (value: number) => boolean): boolean {
    let exemplifies = false;
    forEachThing(this.#saidBy(page), (key, value) => {
      exemplifies ||= isWanted(value) && this.agreement(key)?.example.page === page;
    });
    return exemplifies;
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

/**
 * What fewer of the pages say is not looked at: it is not agreed on. It becomes so when a page says it, which is noted, or when so many
 * pages went that a fifth of those that are left say it.
 */
const COMMON = 1 / 6;
const LEAST_LEFT = COMMON / (1 - countThresholds.majorityShare);

/** So many pages are one too few to judge one of them. */
const FEW = countThresholds.minimumPages - 1;

function isSame(a: Agreement | undefined, b: Agreement | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.value === b.value &&
    a.pages === b.pages &&
    a.of === b.of &&
    a.variants === b.variants &&
    a.example.page === b.example.page &&
    a.example.node === b.example.node &&
    a.few.join('\n') === b.few.join('\n')
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
