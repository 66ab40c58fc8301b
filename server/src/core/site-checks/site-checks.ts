import type { CheckSettings } from 'templens-shared/diagnostics';
import type { Check } from '../checks/check.ts';
import type { CheckWorld } from '../checks/check-world.ts';
import type { DifferenceRule } from '../checks/difference-rule.ts';
import { allChecks } from '../checks/index.ts';
import type { CauseRule, OtherLanguage, PageInQuestion, PageRule, PlaceOf } from '../checks/page-rule.ts';
import type { OnePart } from '../checks/part-rule.ts';
import { compileRequired, type Requirement } from '../checks/requirement.ts';
import { type Area, lackedPartArea, layoutArea, partArea } from '../comparison/area.ts';
import { tagKeys } from '../comparison/children.ts';
import { Majority } from '../comparison/majority.ts';
import type { ExamplePage } from '../comparison/template-nodes.ts';
import { detailOf, type Finding } from '../findings/finding.ts';
import { type ComparedPage, comparedPage } from '../keys/compared-page.ts';
import type { HashKey } from '../page/keyed-hash.ts';
import { parsePage } from '../page/parse.ts';
import { allowFor, step, withStepLimit } from '../page/steps.ts';
import type { Part } from '../parts/part.ts';
import { RecentlyUsed } from '../recently-used.ts';
import type { SiteChange, SiteModel } from '../site-model.ts';
import { isVariableNumber } from '../statements/variable-numbers.ts';
import type { Cohort } from '../votes/cohort.ts';
import { distinct, largeRuns, type PartRun, type Scope, type ScopeKeys } from '../votes/page-scopes.ts';
import { FEWEST_OF_LAYOUT, type Juries, type ScopeCohorts } from '../votes/scope-cohorts.ts';
import { type CheckedPage, VotingPages } from '../votes/voting-pages.ts';
import { compareWithExample } from './compare-with-example.ts';
import { applyIgnores, type CompiledIgnore, compileIgnores } from './ignore.ts';
import { noPart, onePart } from './one-part.ts';
import { sumUp } from './part-findings.ts';
import { repairRisk } from './repair-risk.ts';

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

/** What is compared of a page and an example. */
type AreaOf = (page: ComparedPage, example: ComparedPage) => Area;

/** What was found in one part, or in none. */
interface Differences {
  readonly part: OnePart;
  readonly found: Finding[];
}

/** So many keys of shared parts must be lacking at most, of so many at least, for a page to be in their language. */
const MOST_UNSAID = 0.1;
const FEWEST_SAID = 30;

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
  readonly #key: HashKey;
  readonly #voting: VotingPages;
  readonly #differenceRules: readonly DifferenceRule[];
  readonly #pageRules: readonly PageRule[];
  readonly #causeRules: readonly CauseRule[];
  /** Codes that are not reported. */
  readonly #off: ReadonlySet<string>;
  readonly #required: readonly Requirement[];
  readonly #ignores: readonly CompiledIgnore[];
  /** Entries of the setting `ignore` that hid something, by page. */
  readonly #usedIgnores = new Map<string, readonly number[]>();
  /** Pages that share their templates with no others. */
  #alone: ReadonlySet<number> = new Set();
  readonly #examples = new RecentlyUsed<ComparedPage>(MOST_EXAMPLES);
  /** Pages that were noted and wait to be taken over, those taken over since the last `settle`, by id, and those with new labels. */
  readonly #pending = new Set<string>();
  readonly #taken = new Set<number>();
  readonly #relabelled = new Set<string>();
  /** Pages compared with an example since the start: what a test counts. */
  comparisons = 0;

  /** @param key that with which the model's pages were digested. */
  constructor(model: SiteModel, settings: CheckSettings, key: HashKey, checks: readonly Check[] = allChecks) {
    this.#model = model;
    this.#key = key;
    this.#settings = settings;
    this.#voting = new VotingPages(model, settings.support);
    this.#differenceRules = checks.flatMap(({ rules: { difference } }) => (difference ? [difference] : []));
    const off = checks.filter(({ code, isOff }) => (settings.checks[code] ?? (isOff ? 'off' : 'on')) === 'off');
    this.#off = new Set(off.map(({ code }) => code));
    const on = checks.filter(({ code }) => !this.#off.has(code));
    this.#pageRules = on.flatMap(({ rules: { page } }) => (page ? [page] : []));
    this.#causeRules = on.flatMap(({ rules: { cause } }) => (cause ? [cause] : []));
    this.#required = compileRequired(settings.required);
    this.#ignores = compileIgnores(settings.ignore);
  }

  /**
   * Takes over what `model.settle()` changed. Pages without a `CheckDigest` in the model have no findings.
   * @param edited pages put in, replaced or removed since the last call.
   * @returns pages whose findings may have changed, those that are gone left out; sorted.
   */
  settle(change: SiteChange, edited: Iterable<string>): string[] {
    this.note(change, edited);
    this.takeSome(Number.POSITIVE_INFINITY);
    return this.settleNoted();
  }

  /** As the first part of `settle`: notes what changed. Nothing may be checked until the rest is done, but more may be noted. */
  note(change: SiteChange, edited: Iterable<string>): void {
    for (const name of edited) this.#pending.add(name);
    for (const name of change.regrouped) this.#pending.add(name);
    for (const name of change.reparted) this.#pending.add(name);
    for (const name of change.relabel) this.#relabelled.add(name);
  }

  /** As the second part of `settle`: takes over up to `budget` of the noted pages. Returns how many are left. */
  takeSome(budget: number): number {
    let left = budget;
    for (const name of this.#pending) {
      if (left-- <= 0) break;
      this.#pending.delete(name);
      this.#examples.delete(name);
      const page = this.#voting.take(name);
      if (page) this.#taken.add(page.id);
      if (!this.#voting.get(name)) this.#usedIgnores.delete(name);
    }
    return this.#pending.size;
  }

  /** As the last part of `settle`, when all noted pages were taken over. */
  settleNoted(): string[] {
    const affected = new Set(this.#taken);
    const touched = this.#voting.settle(affected);
    const relabelled = [...this.#relabelled].map(name => this.#voting.get(name)?.id ?? -1);
    this.#addComparedWith(new Set([...this.#taken, ...relabelled]), touched, affected);
    this.#taken.clear();
    this.#relabelled.clear();
    this.#findAlone(affected);
    return [...affected].flatMap(id => this.#voting.byId(id)?.name ?? []).sort();
  }

  /** Adds the pages that were compared with one of these pages, whose texts or labels changed, or in a part that they lack. */
  #addComparedWith(examples: ReadonlySet<number>, touched: ReadonlySet<Scope>, affected: Set<number>): void {
    for (const page of this.#voting.all()) {
      for (const [scope, example] of page.examples)
        if (examples.has(example) || (touched.has(scope) && !page.scopes.has(scope))) affected.add(page.id);
    }
  }

  /**
   * Findings of a page as of the last `settle`, in document order. Throws where the model has no such page, and `TooManySteps` where
   * comparing it takes more steps than its length allows.
   */
  check(name: string, world: CheckWorld): Finding[] {
    const page = this.#voting.get(name);
    return page ? withStepLimit(this.#model.tree(name).sourceLength, () => this.#check(page, world)) : [];
  }

  #check(page: CheckedPage, world: CheckWorld): Finding[] {
    const { name } = page;
    const directives = this.#model.directives(name);
    const parts = new Map<Finding, OnePart>();
    const findings = page.digest.votes ? this.#findings(page, world, parts) : [];
    this.#usedIgnores.delete(name);
    if (findings.length === 0 && !directives) return findings;
    const wanted = findings.filter(({ code }) => !this.#off.has(code));
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
    const asked: PageInQuestion = {
      name,
      world,
      agreement: this.#voting.agreement,
      isAlone: this.#alone.has(page.id),
      required: this.#required,
      otherLanguage: this.#otherLanguage(page),
      kin: this.#kinNames(page),
    };
    const rules = this.#pageRules.filter(({ concerns }) => !concerns || concerns(asked));
    const causes = this.#causeRules.filter(({ concerns }) => concerns(asked));
    const compared = rules.length + causes.length > 0 ? this.#compared(name, world) : undefined;
    if (!compared) return findings;
    const load = (other: string): ComparedPage | undefined => this.#compared(other, world);
    const examples = [...page.examples.values()].flatMap(id => this.#voting.byId(id)?.name ?? []);
    const underCheck = { ...asked, compared, found: [...findings], examples, placeOf: this.#placeOf, load };
    const all = [...findings, ...rules.flatMap(({ find }) => find(underCheck))];
    return causes.reduce((kept, { find }) => {
      const cause = find(underCheck);
      return cause ? withoutConsequences(cause, kept, compared.tree.start[cause.node]!) : kept;
    }, all);
  }

  /** What differs in a part of the page. */
  #comparePart(asking: Asking, part: Part): Differences[] {
    const { page, kin } = asking;
    if (this.#voting.frame.isOther(page.id, part)) return [];
    const cohorts = this.#voting.cohorts(part)!;
    const juries = cohorts.juriesOf(page.id);
    const majority = new Majority(this.#voting.keys, juries, kin.lacks);
    const example = majority.lacksAny ? cohorts.exampleFor(page.id, juries) : undefined;
    if (example === undefined) return [];
    page.examples.set(part, example);
    const runs = runsOf(this.#voting.byId(example)!, part);
    const area: AreaOf = (own, other) => partArea([own, runsOf(page, part)], [other, runs], kin.holds);
    return this.#compareWith(asking, example, majority, area, runs)?.differences ?? [];
  }

  /** What differs in no part, and the parts that the page lacks. */
  #compareFrame(asking: Asking): Differences[] {
    const { page, kin, world } = asking;
    const cohorts = this.#voting.cohorts(page.layout)!;
    const juries = cohorts.juriesOf(page.id);
    const majority = new Majority(this.#voting.keys, juries, kin.lacks);
    // A home page is like no other outside of the parts.
    const isJudged = majority.lacksAny && !isHome(page.name) && cohorts.size >= FEWEST_OF_LAYOUT;
    const example = isJudged ? cohorts.exampleFor(page.id, juries) : undefined;
    const all: Differences[] = [];
    const partners = new Map<number, ReadonlyMap<number, number>>();
    const compareLayout = (id: number, judges: Majority): void => {
      const area = layoutArea(largeRuns(this.#voting.byId(id)!.runs), kin.holds);
      const compared = this.#compareWith(asking, id, judges, () => area, []);
      if (!compared) return;
      partners.set(id, compared.partners);
      // A page that lacks much of what the others have is of another kind, unless it is all in one block.
      const found = compared.differences.flatMap(({ found }) => found);
      const block = found.length === 1 ? this.#keysOfMissing(found[0]!, world) : undefined;
      if (cohorts.isAlike(page.id, block)) all.push(...compared.differences);
    };
    if (example !== undefined) {
      page.examples.set(page.layout, example);
      compareLayout(example, majority);
    }
    for (const { part, example: witness } of this.#lackedParts(page, juries)) {
      const isSameLanguage = !juries.wording.some(({ isForeign }) => isForeign);
      const hasPart = example !== undefined && runsOf(this.#voting.byId(example)!, part).length > 0;
      const has = hasPart && isSameLanguage ? example : witness;
      if (has === undefined) continue;
      page.examples.set(part, has);
      if (!partners.has(has)) compareLayout(has, Majority.none(this.#voting.keys));
      const paired = partners.get(has);
      const asGuest = this.#voting.cohorts(part)!.juriesOfGuest(page.digest.language, heldOf(page));
      const judges = new Majority(this.#voting.keys, asGuest, kin.lacks);
      if (!paired || !judges.lacksAny) continue;
      const runs = runsOf(this.#voting.byId(has)!, part);
      const area = lackedPartArea(runs, paired, kin.holds);
      const compared = this.#compareWith(asking, has, judges, () => area, runs);
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
    area: AreaOf,
    runs: readonly PartRun[],
  ): { differences: Differences[]; partners: ReadonlyMap<number, number> } | undefined {
    const compared = this.#compared(page.name, world);
    const example = this.#voting.byId(id)!;
    const other = compared && this.#examplePage(example, world);
    if (!other) return undefined;
    this.comparisons++;
    allowFor(other.source.length);
    const { findings, partners } = compareWithExample(compared, other, judges, area(compared, other), this.#differenceRules);
    const isCounter = (node: number) => isVariableNumber(compared, node, this.#voting.agreement.numbers);
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
   * The language that the pages of one of a page's parts give, if hardly any gives the page's, although the page says nearly all that they
   * do: it may give a wrong one.
   */
  #otherLanguage(page: CheckedPage): OtherLanguage | undefined {
    const { language } = page.digest;
    if (language === '') return undefined;
    let lacking = 0;
    let all = 0;
    let first: ScopeCohorts | undefined;
    for (const scope of page.scopes) {
      const cohorts = this.#voting.cohorts(scope)!;
      const said = typeof scope === 'string' ? undefined : cohorts.saidBy(page.id, language);
      if (!said) continue;
      lacking += said.lacking;
      all += said.all;
      first ??= cohorts;
    }
    if (all < FEWEST_SAID || lacking > MOST_UNSAID * all) return undefined;
    const lacksPart = this.#lackedParts(page, this.#voting.cohorts(page.layout)!.juriesOf(page.id)).length > 0;
    if (lacksPart || !first) return undefined;
    const spoken = first.mostSpoken(page.id);
    const { name } = this.#voting.byId(spoken.example)!;
    return { language: spoken.language, support: { pages: spoken.pages, of: first.size }, example: name };
  }

  /** What the pages of the same folder, or of the same name in other folders, have: they are of one kind, or age. */
  #kinOf(page: CheckedPage): Kin {
    let ids: readonly number[] | undefined;
    const others = (): readonly number[] => {
      ids ??= [...this.#voting.kin.of(page.name)].flatMap(name => this.#voting.get(name)?.id ?? []).filter(id => id !== page.id);
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
        const key = this.#voting.keys.find(lanes[node * 2]!, lanes[node * 2 + 1]!);
        if (key < 0) return false;
        let holding = 0;
        for (const id of others()) {
          step();
          if (this.#voting.hasKey(this.#voting.byId(id)!, key)) holding++;
        }
        return holding >= 2 && holding * 2 >= others().length;
      },
    };
  }

  /** The keys of what a finding says is missing. */
  #keysOfMissing({ repair }: Finding, world: CheckWorld): Set<number> | undefined {
    const from = repair?.kind === 'insert' ? this.#compared(repair.from.page, world) : undefined;
    if (!from || repair?.kind !== 'insert') return undefined;
    const { node: first } = repair.from;
    const keys = new Set<number>();
    for (const { lanes, nodes } of [from.counted.structure, from.counted.wording]) {
      nodes.forEach((node, at) => {
        if (node >= first && node < from.tree.subtreeEnd[first]!)
          keys.add(this.#voting.keys.find(lanes[at * 2]!, lanes[at * 2 + 1]!));
      });
    }
    return keys;
  }

  #kinNames({ name }: CheckedPage): string[] {
    return [...this.#voting.kin.of(name)].filter(other => other !== name && this.#voting.get(other)?.digest.votes);
  }

  #examplePage({ name }: CheckedPage, world: CheckWorld): ExamplePage | undefined {
    const compared = this.#compared(name, world);
    return compared && { ...compared, labels: this.#model.labels(name) };
  }

  /** Parts that nearly all other pages of the layout, or the pages with the most similar parts, have; with a page that has it. */
  #lackedParts(page: CheckedPage, { structure }: Juries): { part: Part; example: number | undefined }[] {
    const found = new Map<Part, number | undefined>();
    for (const id of structure[0]!.cohort.size < FEWEST_OF_LAYOUT ? [] : structure[0]!.lacking) {
      const part = this.#voting.partKeys.partOf(id);
      if (part) found.set(part, undefined);
    }
    for (const { part, example } of this.#voting.expected.lackedBy(page.id)) found.set(part, example);
    // What all pages of its kind lack is no part of that kind.
    const kin = this.#kinNames(page);
    const isOfKin = (part: Part): boolean => kin.length > 0 && kin.every(name => !this.#voting.get(name)!.scopes.has(part));
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
    const layouts = this.#voting.layouts();
    const hasTemplates = layouts.some(({ size }) => size >= TEMPLATE_PAGES);
    const lone = layouts.flatMap(cohorts => (hasTemplates && cohorts.size === 1 ? [...cohorts.pages] : []));
    this.#alone = new Set(lone.filter(id => this.#model.sharedShare(this.#voting.byId(id)!.name) < MOST_SHARED));
    for (const id of this.#alone) if (!before.has(id)) affected.add(id);
    for (const id of before) if (!this.#alone.has(id)) affected.add(id);
  }

  /** The parsed form of a page, from the cache of examples where it is one. */
  #compared(name: string, world: CheckWorld): ComparedPage | undefined {
    const known = this.#examples.get(name);
    if (known) return known;
    const source = world.source(name);
    if (source === undefined) return undefined;
    const context = { path: name, settings: this.#settings, key: this.#key };
    const compared = comparedPage(parsePage(source, { path: name }), source, context);
    this.#examples.set(name, compared);
    return compared;
  }
}

/** Puts the consequences of a mistake, the findings about the template from an offset on, into the mistake's finding. */
function withoutConsequences(cause: Finding, findings: readonly Finding[], from: number): Finding[] {
  const isConsequence = ({ start, code }: Finding): boolean => code.startsWith('template/') && start >= from;
  const details = findings.filter(isConsequence).map(detailOf);
  const kept = findings.filter(finding => !isConsequence(finding));
  return [...kept, details.length > 0 ? { ...cause, details: [detailOf(cause), ...details] } : cause];
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
