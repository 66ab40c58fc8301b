import { type CheckCode, type CheckSettings, offByDefault } from 'templens-shared/diagnostics';
import { KeyTable } from '../counts/key-table.ts';
import { pageHash } from '../grouping/group-id.ts';
import { hi, lo } from '../page/hash.ts';
import { nameId } from '../page/names.ts';
import { parsePage } from '../page/parse.ts';
import { allowFor, step, withStepLimit } from '../page/steps.ts';
import { OPAQUE, type PageTree, TEXT } from '../page/tree.ts';
import type { Part } from '../parts/part.ts';
import type { SiteChange, SiteModel } from '../site-model.ts';
import { SiteAgreement } from './agreement/site-agreement.ts';
import { type CheckDigest, type ComparedPage, comparedPage, type NodeKeys } from './check-digest.ts';
import type { Cohort } from './cohort.ts';
import { type Area, isInRun, lackedPartArea, layoutArea, partArea } from './compare/area.ts';
import { tagKeys } from './compare/children.ts';
import { compareWithExample } from './compare/index.ts';
import { Majority } from './compare/majority.ts';
import type { ExamplePage } from './compare/template-nodes.ts';
import { totalKey } from './comparison-keys.ts';
import { ExpectedParts } from './expected-parts.ts';
import type { Finding } from './finding.ts';
import { FrameParts } from './frame-parts.ts';
import { applyIgnores, type CompiledIgnore, compileIgnores } from './ignore.ts';
import { noPart, onePart } from './one-part.ts';
import type { CheckWorld, PageUnderCheck, PlaceOf } from './page-check.ts';
import { pageChecks } from './page-checks.ts';
import { PageKin } from './page-kin.ts';
import { distinct, keysByScope, largeRuns, type PartRun, type Scope, type ScopeKeys } from './page-scopes.ts';
import { type OnePart, sumUp } from './part-findings.ts';
import { PartKeys } from './part-keys.ts';
import { repairRisk } from './repair-risk.ts';
import { compileRequired, type Requirement } from './required-node/rule.ts';
import { FEWEST_OF_LAYOUT, type Juries, ScopeCohorts } from './scope-cohorts.ts';
import { isVariableNumber } from './variable-number/rule.ts';
import { wrongLanguage } from './wrong-language/rule.ts';

interface CheckedPage {
  readonly id: number;
  readonly name: string;
  readonly hash: number;
  digest: CheckDigest;
  /** Ids of the digest's keys, one for one. */
  structure: Int32Array;
  wording: Int32Array;
  /** Ids of keys that say how often others stand in one of its scopes. */
  totalIds: readonly number[];
  /** Ids of the keys of its parts. */
  partIds: readonly number[];
  layout: string;
  runs: readonly PartRun[];
  scopes: ReadonlySet<Scope>;
  /** Pages that it was compared with last, by scope. */
  examples: Map<Scope, number>;
}

/** A page whose findings are asked for. */
interface Asking {
  readonly page: CheckedPage;
  readonly world: CheckWorld;
  /** Identities of the findings so far. */
  readonly known: Set<string>;
  readonly kin: Kin;
}

/** What the pages have that are closest to one by their paths. */
interface Kin {
  /** Do all of them that vote lack a key, too? */
  lacks(cohort: Cohort, key: number): boolean;
  /** Do two or more of them, and half, have the very tag, or text, that the page has at the same path? */
  readonly holds: Area['isOfKin'];
}

/** What was found in one part, or in none. */
interface Differences {
  readonly part: OnePart;
  readonly found: Finding[];
}

/** So many keys of shared parts must be lacking at most, of so many at least, for a page to be in their language. */
const MOST_UNSAID = 0.1;
const FEWEST_SAID = 30;

const head = nameId('head');

/** A group of so many pages shows that the site has templates. */
const TEMPLATE_PAGES = 5;
/** A page of which other pages have so much has something of a template. */
const MOST_SHARED = 0.1;

/** Most pages of which the parsed form is kept for comparing others with. */
const MOST_EXAMPLES = 8;

/**
 * Findings of a site's pages. What is counted is kept up to date with the model: on how many pages that have a part, or a layout, every
 * key of it stands (`comparison-keys.ts`), and which keys of the majority a page lacks. Only pages that lack some are compared, node by
 * node, with an example page that has them. A function of the pages that there are; no file system.
 */
export class SiteChecks {
  readonly #model: SiteModel;
  readonly #settings: CheckSettings;
  readonly #keys = new KeyTable();
  readonly #partKeys = new PartKeys(this.#keys);
  readonly #expected = new ExpectedParts();
  readonly #frame = new FrameParts();
  readonly #pages = new Map<string, CheckedPage>();
  readonly #byId: (CheckedPage | undefined)[] = [];
  readonly #freeIds: number[] = [];
  readonly #cohorts = new Map<Scope, ScopeCohorts>();
  readonly #touched = new Set<Scope>();
  readonly #agreement: SiteAgreement;
  readonly #kin = new PageKin();
  readonly #required: readonly Requirement[];
  readonly #ignores: readonly CompiledIgnore[];
  /** Entries of the setting `ignore` that hid something, by page. */
  readonly #usedIgnores = new Map<string, readonly number[]>();
  /** Pages that share their templates with no others. */
  #alone: ReadonlySet<number> = new Set();
  readonly #examples = new Map<string, ComparedPage>();
  /** Pages compared with an example since the start: what a test counts. */
  comparisons = 0;

  constructor(model: SiteModel, settings: CheckSettings) {
    this.#model = model;
    this.#settings = settings;
    this.#agreement = new SiteAgreement(settings.support);
    this.#required = compileRequired(settings.required);
    this.#ignores = compileIgnores(settings.ignore);
  }

  /**
   * Takes over what `model.settle()` changed. Pages without a `CheckDigest` in the model have no findings.
   * @param edited pages put in, replaced or removed since the last call.
   * @returns pages whose findings may have changed, those that are gone left out; sorted.
   */
  settle(change: SiteChange, edited: Iterable<string>): string[] {
    const taken = new Set<number>();
    const affected = new Set<number>();
    for (const name of new Set([...edited, ...change.regrouped, ...change.reparted])) {
      this.#examples.delete(name);
      const page = this.#take(name);
      if (page) taken.add(page.id);
    }
    for (const id of taken) affected.add(id);
    const touched = new Set(this.#touched);
    for (const scope of touched) this.#settleScope(scope, affected);
    this.#touched.clear();
    for (const id of this.#frame.settle()) affected.add(id);
    for (const other of this.#agreement.settle()) affected.add(this.#pages.get(other)?.id ?? -1);
    for (const id of this.#expected.settle()) affected.add(id);
    this.#addComparedWith(new Set([...taken, ...change.relabel.map(name => this.#pages.get(name)?.id ?? -1)]), touched, affected);
    this.#findAlone(affected);
    for (const id of [...affected]) if (!this.#byId[id]) affected.delete(id);
    return [...affected].map(id => this.#byId[id]!.name).sort();
  }

  #settleScope(scope: Scope, affected: Set<number>): void {
    const cohorts = this.#cohorts.get(scope);
    if (!cohorts) return;
    const settled = cohorts.settle();
    for (const id of settled.affected) affected.add(id);
    for (const id of settled.reordered ? cohorts.pages : []) {
      const example = this.#byId[id]!.examples.get(scope);
      if (example === undefined || affected.has(id)) continue;
      if (cohorts.exampleFor(id, cohorts.juriesOf(id)) !== example) affected.add(id);
    }
  }

  /** Adds the pages that were compared with one of these pages, whose texts or labels changed, or in a part that they lack. */
  #addComparedWith(examples: ReadonlySet<number>, touched: ReadonlySet<Scope>, affected: Set<number>): void {
    for (const page of this.#pages.values()) {
      for (const [scope, example] of page.examples)
        if (examples.has(example) || (touched.has(scope) && !page.scopes.has(scope))) affected.add(page.id);
    }
  }

  /**
   * Findings of a page as of the last `settle`, in document order. Throws where the model has no such page, and `TooManySteps` where
   * comparing it takes more steps than its length allows.
   */
  check(name: string, world: CheckWorld): Finding[] {
    const page = this.#pages.get(name);
    return page ? withStepLimit(this.#model.tree(name).sourceLength, () => this.#check(page, world)) : [];
  }

  #check(page: CheckedPage, world: CheckWorld): Finding[] {
    const { name } = page;
    const directives = this.#model.directives(name);
    const parts = new Map<Finding, OnePart>();
    const findings = page.digest.votes ? this.#findings(page, world, parts) : [];
    this.#usedIgnores.delete(name);
    if (findings.length === 0 && !directives) return findings;
    const isOff = (code: CheckCode): boolean =>
      (this.#settings.checks[code] ?? (offByDefault.has(code) ? 'off' : 'on')) === 'off';
    const wanted = findings.filter(({ code }) => !isOff(code));
    const sifted = {
      name,
      tree: this.#model.tree(name),
      directives,
      source: () => world.source(name),
      regionsOf: (other: string) => this.#model.directives(other)?.labels ?? [],
    };
    const { shown, used } = applyIgnores(sifted, wanted, this.#ignores, world.matches, each => sumUp(each, parts));
    if (used.length > 0) this.#usedIgnores.set(name, used);
    return shown.sort((a, b) => a.start - b.start || b.end - a.end || (a.identity < b.identity ? -1 : 1));
  }

  /** Entries of the setting `ignore`, by index, that hid nothing on any page when the pages were checked last. */
  get unusedIgnores(): number[] {
    const used = new Set([...this.#usedIgnores.values()].flat());
    return [...this.#ignores.keys()].filter(index => !used.has(index));
  }

  /** @param parts takes up the part that each finding is about. */
  #findings(page: CheckedPage, world: CheckWorld, parts: Map<Finding, OnePart>): Finding[] {
    const { name } = page;
    const agreement = this.#agreement;
    const findings: Finding[] = [];
    page.examples.clear();
    const asking: Asking = { page, world, known: new Set(), kin: this.#kinOf(page) };
    // What is outside of parts comes last: what it shares with small parts is known by then.
    for (const scope of [...page.scopes].reverse()) {
      const all = typeof scope === 'string' ? this.#compareFrame(asking) : this.#comparePart(asking, scope);
      for (const { part, found } of all) {
        for (const finding of found) {
          findings.push(finding);
          parts.set(finding, part);
        }
      }
    }
    const isAlone = this.#alone.has(page.id);
    const speakers = this.#speakersOfAnotherLanguage(page);
    if (!isAlone && this.#required.length === 0 && !agreement.concerns(name) && !speakers) return findings;
    const compared = this.#compared(name, world);
    if (!compared) return findings;
    const asked: PageUnderCheck = {
      compared,
      world,
      agreement,
      isAlone,
      required: this.#required,
      placeOf: this.#placeOf,
      load: other => this.#compared(other, world),
    };
    const foreign = speakers && this.#wrongLanguage(page, speakers, compared, world);
    if (foreign) findings.push(foreign);
    for (const check of pageChecks) for (const finding of check(asked)) findings.push(finding);
    return findings;
  }

  /** What differs in a part of the page. */
  #comparePart(asking: Asking, part: Part): Differences[] {
    const { page, kin } = asking;
    if (this.#frame.isOther(page.id, part)) return [];
    const cohorts = this.#cohorts.get(part)!;
    const juries = cohorts.juriesOf(page.id);
    const majority = new Majority(this.#keys, juries, kin.lacks);
    const example = majority.lacksAny ? cohorts.exampleFor(page.id, juries) : undefined;
    if (example === undefined) return [];
    page.examples.set(part, example);
    const runs = runsOf(this.#byId[example]!, part);
    return this.#compareWith(asking, example, majority, partArea(runsOf(page, part), runs, kin.holds), runs)?.differences ?? [];
  }

  /** What differs in no part, and the parts that the page lacks. */
  #compareFrame(asking: Asking): Differences[] {
    const { page, kin } = asking;
    const cohorts = this.#cohorts.get(page.layout)!;
    const juries = cohorts.juriesOf(page.id);
    const majority = new Majority(this.#keys, juries, kin.lacks);
    // A home page is like no other outside of the parts.
    const isJudged = majority.lacksAny && !isHome(page.name) && cohorts.isAlike(page.id);
    const example = isJudged ? cohorts.exampleFor(page.id, juries) : undefined;
    const all: Differences[] = [];
    const partners = new Map<number, ReadonlyMap<number, number>>();
    const compareLayout = (id: number, judges: Majority): void => {
      const area = layoutArea(largeRuns(this.#byId[id]!.runs), kin.holds);
      const compared = this.#compareWith(asking, id, judges, area, []);
      if (!compared) return;
      partners.set(id, compared.partners);
      all.push(...compared.differences);
    };
    if (example !== undefined) {
      page.examples.set(page.layout, example);
      compareLayout(example, majority);
    }
    for (const { part, example: witness } of this.#lackedParts(page, juries)) {
      const has = example !== undefined && runsOf(this.#byId[example]!, part).length > 0 ? example : witness;
      if (has === undefined) continue;
      page.examples.set(part, has);
      if (!partners.has(has)) compareLayout(has, Majority.none(this.#keys));
      const paired = partners.get(has);
      const asGuest = this.#cohorts.get(part)!.juriesOfGuest(page.digest.language, heldOf(page));
      const judges = new Majority(this.#keys, asGuest, kin.lacks);
      if (!paired || !judges.lacksAny) continue;
      const runs = runsOf(this.#byId[has]!, part);
      const compared = this.#compareWith(asking, has, judges, lackedPartArea(runs, paired, kin.holds), runs);
      all.push(...(compared?.differences ?? []));
    }
    return all;
  }

  /**
   * Compares a page with an example; undefined where the text of one cannot be had.
   * @param runs where the example has the part; none for what is in no part.
   */
  #compareWith(
    { page, world, known }: Asking,
    id: number,
    judges: Majority,
    area: Area,
    runs: readonly PartRun[],
  ): { differences: Differences[]; partners: ReadonlyMap<number, number> } | undefined {
    const compared = this.#compared(page.name, world);
    const example = this.#byId[id]!;
    const other = compared && this.#examplePage(example, world);
    if (!other) return undefined;
    this.comparisons++;
    allowFor(other.source.length);
    const { findings, partners } = compareWithExample(compared, other, judges, area);
    const isCounter = (node: number) => isVariableNumber(compared, node, this.#agreement.numbers);
    const counted = findings.filter(
      ({ code, node, identity }) => !known.has(identity) && (code !== 'template/changed-text' || !isCounter(node)),
    );
    for (const { identity } of counted) known.add(identity);
    const found = counted.map(finding => {
      const risk = repairRisk(finding, compared, other);
      return risk === undefined ? finding : { ...finding, risk };
    });
    return { differences: found.length > 0 ? [{ part: this.#onePart(example, other, runs), found }] : [], partners };
  }

  /**
   * The pages of one of a page's parts, where hardly any gives the page's language, although the page says nearly all that they do: it may
   * give a wrong one.
   */
  #speakersOfAnotherLanguage(page: CheckedPage): ScopeCohorts | undefined {
    const { language } = page.digest;
    if (language === '') return undefined;
    let lacking = 0;
    let all = 0;
    let first: ScopeCohorts | undefined;
    for (const scope of page.scopes) {
      const cohorts = this.#cohorts.get(scope)!;
      const said = typeof scope === 'string' ? undefined : cohorts.saidBy(page.id, language);
      if (!said) continue;
      lacking += said.lacking;
      all += said.all;
      first ??= cohorts;
    }
    if (all < FEWEST_SAID || lacking > MOST_UNSAID * all) return undefined;
    const lacksPart = this.#lackedParts(page, this.#cohorts.get(page.layout)!.juriesOf(page.id)).length > 0;
    return lacksPart ? undefined : first;
  }

  #wrongLanguage(page: CheckedPage, speakers: ScopeCohorts, compared: ComparedPage, world: CheckWorld): Finding | undefined {
    const { language, pages, example } = speakers.mostSpoken(page.id);
    const other = this.#compared(this.#byId[example]!.name, world);
    return other && wrongLanguage(compared, other, language, { pages, of: speakers.size });
  }

  /** What the pages of the same folder, or of the same name in other folders, have: they are of one kind, or age. */
  #kinOf(page: CheckedPage): Kin {
    let ids: readonly number[] | undefined;
    const others = (): readonly number[] => {
      ids ??= [...this.#kin.of(page.name)].flatMap(name => this.#pages.get(name)?.id ?? []).filter(id => id !== page.id);
      return ids;
    };
    return {
      lacks: (cohort, key) => {
        let lacking = 0;
        for (const id of others()) {
          step();
          if (!cohort.has(id)) continue;
          if (!cohort.lacks(id, key)) return false;
          lacking++;
        }
        return lacking > 0;
      },
      holds: (compared, node) => {
        const lanes = tagKeys(compared, node);
        const key = this.#keys.find(lanes[node * 2]!, lanes[node * 2 + 1]!);
        if (key < 0) return false;
        let holding = 0;
        for (const id of others()) {
          step();
          const { wording, structure } = this.#byId[id]!;
          if (wording.includes(key) || structure.includes(key)) holding++;
        }
        return holding >= 2 && holding * 2 >= others().length;
      },
    };
  }

  #examplePage({ name }: CheckedPage, world: CheckWorld): ExamplePage | undefined {
    const compared = this.#compared(name, world);
    return compared && { ...compared, labels: this.#model.labels(name) };
  }

  /** Parts that nearly all other pages of the layout, or the pages with the most similar parts, have; with a page that has it. */
  #lackedParts(page: CheckedPage, { structure }: Juries): { part: Part; example: number | undefined }[] {
    const found = new Map<Part, number | undefined>();
    for (const id of structure[0]!.cohort.size < FEWEST_OF_LAYOUT ? [] : structure[0]!.lacking) {
      const part = this.#partKeys.partOf(id);
      if (part) found.set(part, undefined);
    }
    for (const { part, example } of this.#expected.lackedBy(page.id)) found.set(part, example);
    // What all pages of its kind lack is no part of that kind.
    const kin = [...this.#kin.of(page.name)].filter(name => name !== page.name && this.#pages.get(name)?.digest.votes);
    const isOfKin = (part: Part): boolean => kin.length > 0 && kin.every(name => !this.#pages.get(name)!.scopes.has(part));
    return [...found].flatMap(([part, example]) => (isOfKin(part) ? [] : [{ part, example }]));
  }

  #onePart({ name }: CheckedPage, example: ComparedPage, runs: readonly PartRun[]): OnePart {
    const [run] = runs;
    if (!run) return noPart();
    const sharing = this.#model.sharing(name);
    const { instance } = this.#model.partInstances(name).find(({ instance: { first } }) => first === run.first)!;
    return onePart(example, runs, {
      run: instance,
      isShared: node => sharing.informative[node] === 2,
      side: instance.side,
    });
  }

  readonly #placeOf: PlaceOf = (page, node) => {
    const tree = this.#model.tree(page);
    return { page, start: tree.start[node]!, end: tree.tagEnd[node]! };
  };

  /** Finds the pages that share their templates with no others, on a site where others do, and adds those that newly do or do not. */
  #findAlone(affected: Set<number>): void {
    const before = this.#alone;
    const layouts = [...this.#cohorts].filter(([scope]) => typeof scope === 'string').map(([, cohorts]) => cohorts);
    const hasTemplates = layouts.some(({ size }) => size >= TEMPLATE_PAGES);
    const lone = layouts.flatMap(cohorts => (hasTemplates && cohorts.size === 1 ? [...cohorts.pages] : []));
    this.#alone = new Set(lone.filter(id => this.#model.sharedShare(this.#byId[id]!.name) < MOST_SHARED));
    for (const id of this.#alone) if (!before.has(id)) affected.add(id);
    for (const id of before) if (!this.#alone.has(id)) affected.add(id);
  }

  /** The parsed form of a page, from the cache of examples where it is one. */
  #compared(name: string, world: CheckWorld): ComparedPage | undefined {
    const known = this.#examples.get(name);
    if (known) {
      // Used last: the example of many pages stays.
      this.#examples.delete(name);
      this.#examples.set(name, known);
      return known;
    }
    const source = world.source(name);
    if (source === undefined) return undefined;
    const context = { path: name, settings: this.#settings };
    const compared = comparedPage(parsePage(source, { path: name }), source, context);
    this.#examples.set(name, compared);
    if (this.#examples.size > MOST_EXAMPLES) this.#examples.delete(this.#examples.keys().next().value!);
    return compared;
  }

  // ---- Which pages vote where.

  /** Puts a page as the model has it now in the place of what was known of it. */
  #take(name: string): CheckedPage | undefined {
    const known = this.#pages.get(name);
    const digest = this.#model.has(name) ? this.#model.checks(name) : undefined;
    if (!digest) {
      if (known) this.#drop(known);
      return undefined;
    }
    const layout = this.#model.group(name).template;
    const runs = digest.votes ? this.#runs(name) : [];
    if (known && known.digest === digest && known.layout === layout && isEqual(known.runs, runs)) return undefined;
    // In before out: keys that stay keep their ids.
    const structure = this.#ids(digest.structure);
    const wording = this.#ids(digest.wording);
    const partIds = [...new Set(runs.map(({ part }) => part))].map(part => this.#partKeys.increment(part));
    const old = known && { ...known };
    const page: CheckedPage = known ?? {
      id: this.#freeIds.pop() ?? this.#byId.length,
      name,
      hash: pageHash(name),
      digest,
      structure,
      wording,
      totalIds: [],
      partIds,
      layout,
      runs,
      scopes: new Set(),
      examples: new Map(),
    };
    const before = page.scopes;
    Object.assign(page, { digest, structure, wording, partIds, layout, runs });
    this.#pages.set(name, page);
    this.#byId[page.id] = page;
    this.#vote(page, before);
    if (old) this.#release(old);
    return page;
  }

  #runs(name: string): PartRun[] {
    const tree = this.#model.tree(name);
    return this.#model.partInstances(name).map(({ instance: { first, last, parent }, part }): PartRun => {
      const end = tree.subtreeEnd[last]!;
      return { part, first, end, parent, says: hasText(tree, first, end) };
    });
  }

  #ids({ lanes }: NodeKeys): Int32Array {
    const ids = new Int32Array(lanes.length / 2);
    for (let at = 0; at < ids.length; at++) ids[at] = this.#keys.increment(lanes[at * 2]!, lanes[at * 2 + 1]!);
    return ids;
  }

  #release({ structure, wording, totalIds, partIds }: CheckedPage): void {
    for (const id of totalIds) this.#keys.decrement(id);
    for (const id of partIds) this.#partKeys.decrement(id);
    for (const ids of [structure, wording]) for (const id of ids) this.#keys.decrement(id);
  }

  /** Puts a page's keys into the cohorts of its parts and its layout, and takes them out of others. */
  #vote(page: CheckedPage, before: ReadonlySet<Scope>): void {
    const { digest, structure, wording } = page;
    const totalIds: number[] = [];
    const totalOf = (id: number, total: number): number => {
      totalKey(this.#keys.lo(id), this.#keys.hi(id), total);
      totalIds.push(this.#keys.increment(lo, hi));
      return totalIds.at(-1)!;
    };
    const keys: ReadonlyMap<Scope, ScopeKeys> = digest.votes
      ? keysByScope(
          { ids: structure, nodes: digest.structure.nodes },
          { ids: wording, nodes: digest.wording.nodes },
          page.runs,
          page.layout,
          page.partIds,
          totalOf,
        )
      : new Map();
    page.scopes = new Set(keys.keys());
    for (const scope of before) if (!keys.has(scope)) this.#leave(scope, page.id);
    page.totalIds = totalIds;
    const ofLayout = keys.get(page.layout);
    for (const [scope, ofScope] of keys) {
      let cohorts = this.#cohorts.get(scope);
      if (!cohorts) {
        cohorts = new ScopeCohorts(this.#settings.support);
        this.#cohorts.set(scope, cohorts);
      }
      const isFrame = scope === page.layout;
      const layout = isFrame ? undefined : page.layout;
      const held = isFrame ? ofScope : union(ofScope, ofLayout!);
      cohorts.put({ id: page.id, hash: page.hash, language: digest.language, layout, ...ofScope, held });
      this.#touched.add(scope);
    }
    if (!digest.votes) return this.#forgetVote(page);
    this.#expected.put(page.id, page.hash, [...new Set(page.runs.map(({ part }) => part))]);
    this.#frame.put(page.id, page.runs);
    this.#kin.put(page.name);
    this.#agreement.put(page.name, digest.statements, node => isInRun(page.runs, node));
  }

  #leave(scope: Scope, id: number): void {
    const cohorts = this.#cohorts.get(scope)!;
    cohorts.delete(id);
    this.#touched.add(scope);
    if (cohorts.size === 0) this.#cohorts.delete(scope);
  }

  /** Takes out what a page says beside its keys. */
  #forgetVote({ id, name }: CheckedPage): void {
    this.#expected.delete(id);
    this.#frame.delete(id);
    this.#kin.delete(name);
    this.#agreement.delete(name);
  }

  #drop(page: CheckedPage): void {
    for (const scope of page.scopes) this.#leave(scope, page.id);
    this.#forgetVote(page);
    this.#release(page);
    this.#usedIgnores.delete(page.name);
    this.#pages.delete(page.name);
    this.#byId[page.id] = undefined;
    this.#freeIds.push(page.id);
  }
}

function runsOf({ runs }: CheckedPage, of: Part): readonly PartRun[] {
  return runs.filter(({ part }) => part === of);
}

function heldOf({ structure, wording, partIds }: CheckedPage): ScopeKeys {
  return { structure: distinct([...structure, ...partIds]), wording: distinct(wording) };
}

function isHome(page: string): boolean {
  return /^(?:index|default|home)\.\w+$/i.test(page);
}

/** Has a part texts for the reader of the page, outside of its head? */
function hasText(tree: PageTree, first: number, end: number): boolean {
  for (let at = tree.parent[first]!; at >= 0; at = tree.parent[at]!) if (tree.name[at] === head) return false;
  for (let node = first; node < end; node++)
    if (tree.kind[node] === TEXT && tree.textLength[node]! > 0 && !(tree.flags[node]! & OPAQUE)) return true;
  return false;
}

/** What was cut off a part stands outside of parts. */
function union(a: ScopeKeys, b: ScopeKeys): ScopeKeys {
  return { structure: distinct([...a.structure, ...b.structure]), wording: distinct([...a.wording, ...b.wording]) };
}

function isEqual(a: readonly PartRun[], b: readonly PartRun[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ part, first, end }, at) => part === b[at]!.part && first === b[at]!.first && end === b[at]!.end)
  );
}
