import type { CheckSettings } from 'templens-shared/diagnostics';
import { KeyTable } from '../counts/key-table.ts';
import { pageHash } from '../grouping/group-id.ts';
import { parsePage } from '../page/parse.ts';
import type { SiteChange, SiteModel } from '../site-model.ts';
import { GroupAgreement } from './agreement/group-agreement.ts';
import { type CheckDigest, type ComparedPage, comparedPage } from './check-digest.ts';
import { Cohort } from './cohort.ts';
import { compareWithExample } from './compare/index.ts';
import { Majority } from './compare/majority.ts';
import type { Finding } from './finding.ts';
import { applyIgnores, type CompiledIgnore, compileIgnores } from './ignore.ts';
import type { CheckWorld, PageUnderCheck, PlaceOf } from './page-check.ts';
import { pageChecks } from './page-checks.ts';
import { compileRequired, type Requirement } from './required-node/rule.ts';

interface CheckedPage {
  readonly id: number;
  readonly name: string;
  readonly hash: number;
  digest: CheckDigest;
  structure: Int32Array;
  wording: Int32Array;
  group: string;
  /** The page that it was compared with last. */
  example: CheckedPage | undefined;
}

interface GroupCohorts {
  readonly structure: Cohort;
  readonly wording: Map<string, Cohort>;
  readonly agreement: GroupAgreement;
}

/** A group of so many pages shows that the site has templates. */
const TEMPLATE_PAGES = 5;

/** Most pages of which the parsed form is kept for comparing others with. */
const MOST_EXAMPLES = 4;

/**
 * Findings of a site's pages. What is counted is kept up to date with the model: in how many pages of a group every key stands
 * (`comparison-keys.ts`), and which keys of the majority a page lacks. Only pages that lack some are compared, node by node, with
 * an example page that has them. A function of the pages that there are; no file system.
 */
export class SiteChecks {
  readonly #model: SiteModel;
  readonly #settings: CheckSettings;
  readonly #keys = new KeyTable();
  readonly #pages = new Map<string, CheckedPage>();
  readonly #byId: (CheckedPage | undefined)[] = [];
  readonly #freeIds: number[] = [];
  readonly #groups = new Map<string, GroupCohorts>();
  readonly #touched = new Set<Cohort>();
  readonly #touchedAgreements = new Set<GroupAgreement>();
  readonly #required: readonly Requirement[];
  readonly #ignores: readonly CompiledIgnore[];
  /** Entries of the setting `ignore` that hid something, by page. */
  readonly #usedIgnores = new Map<string, readonly number[]>();
  #hasTemplates = false;
  readonly #examples = new Map<string, ComparedPage>();
  /** Pages compared with an example since the start: what a test counts. */
  comparisons = 0;

  constructor(model: SiteModel, settings: CheckSettings) {
    this.#model = model;
    this.#settings = settings;
    this.#required = compileRequired(settings.required);
    this.#ignores = compileIgnores(settings.ignore);
  }

  /**
   * Takes over what `model.settle()` changed. Pages without a `CheckDigest` in the model have no findings.
   * @param edited pages put in, replaced or removed since the last call.
   * @returns pages whose findings may have changed, those that are gone left out; sorted.
   */
  settle(change: SiteChange, edited: Iterable<string>): string[] {
    const affected = new Set<number>();
    for (const name of new Set([...edited, ...change.regrouped])) {
      this.#examples.delete(name);
      const page = this.#take(name);
      if (page) affected.add(page.id);
    }
    for (const cohort of this.#touched) for (const id of cohort.settle()) affected.add(id);
    for (const agreement of this.#touchedAgreements) {
      for (const other of agreement.settle()) affected.add(this.#pages.get(other)!.id);
    }
    this.#touchedAgreements.clear();
    this.#addAlone(affected);
    for (const id of [...affected]) if (!this.#byId[id]) affected.delete(id);
    this.#addComparedWith(affected);
    this.#touched.clear();
    return [...affected].map(id => this.#byId[id]!.name).sort();
  }

  /** Findings of a page as of the last `settle`, in document order. Throws where the model has no such page. */
  check(name: string, world: CheckWorld): Finding[] {
    const page = this.#pages.get(name);
    if (!page) return [];
    const directives = this.#model.directives(name);
    const findings = page.digest.votes ? this.#findings(page, world) : [];
    this.#usedIgnores.delete(name);
    if (findings.length === 0 && !directives) return findings;
    const sifted = { name, tree: this.#model.tree(name), directives, source: () => world.source(name) };
    const { shown, used } = applyIgnores(sifted, findings, this.#ignores, world.matches);
    if (used.length > 0) this.#usedIgnores.set(name, used);
    return shown.sort((a, b) => a.start - b.start || b.end - a.end || (a.identity < b.identity ? -1 : 1));
  }

  /** Entries of the setting `ignore`, by index, that hid nothing on any page when the pages were checked last. */
  get unusedIgnores(): number[] {
    const used = new Set([...this.#usedIgnores.values()].flat());
    return [...this.#ignores.keys()].filter(index => !used.has(index));
  }

  #findings(page: CheckedPage, world: CheckWorld): Finding[] {
    const { name } = page;
    const { agreement, structure } = this.#groups.get(page.group)!;
    const majority = this.#majority(page);
    const example = majority.lacksAny ? this.#exampleFor(page) : undefined;
    page.example = example;
    const isAlone = structure.size === 1 && this.#hasTemplates;
    if (!example && !isAlone && this.#required.length === 0 && !agreement.concerns(name)) return [];
    const compared = this.#compared(name, world);
    if (!compared) return [];
    const findings: Finding[] = [];
    if (example) {
      const other = this.#compared(example.name, world);
      this.comparisons++;
      if (other) findings.push(...compareWithExample(compared, other, majority));
    }
    const asked: PageUnderCheck = {
      name,
      compared,
      model: this.#model,
      settings: this.#settings,
      world,
      agreement,
      isAlone,
      required: this.#required,
      placeOf: this.#placeOf,
      load: other => this.#compared(other, world),
      support: node => majority.support(compared, node),
      isTemplate: node => majority.isTemplate(compared, node),
    };
    for (const check of pageChecks) findings.push(...check(asked));
    return findings;
  }

  readonly #placeOf: PlaceOf = (page, node) => {
    const tree = this.#model.tree(page);
    return { page, start: tree.start[node]!, end: tree.tagEnd[node]! };
  };

  /** Adds the pages that are alone in their groups, where the site now has templates, or has none any more. */
  #addAlone(affected: Set<number>): void {
    const hadTemplates = this.#hasTemplates;
    this.#hasTemplates = [...this.#groups.values()].some(({ structure }) => structure.size >= TEMPLATE_PAGES);
    if (hadTemplates === this.#hasTemplates) return;
    for (const { structure } of this.#groups.values())
      if (structure.size === 1) for (const id of structure.pages) affected.add(id);
  }

  #majority(page: CheckedPage): Majority {
    const cohorts = this.#groups.get(page.group)!;
    return new Majority(this.#keys, cohorts.structure, cohorts.wording.get(page.digest.language)!, page.id);
  }

  /** The parsed form of a page, from the cache of examples where it is one. */
  #compared(name: string, world: CheckWorld): ComparedPage | undefined {
    const known = this.#examples.get(name);
    if (known) return known;
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
    const group = this.#model.group(name).template;
    if (known && known.digest === digest && known.group === group) return undefined;
    const structure = this.#ids(digest.structure);
    const wording = this.#ids(digest.wording);
    if (known) this.#leave(known, known.group !== group || known.digest.language !== digest.language || !digest.votes);
    const page: CheckedPage = known ?? {
      id: this.#freeIds.pop() ?? this.#byId.length,
      name,
      hash: pageHash(name),
      digest,
      structure,
      wording,
      group,
      example: undefined,
    };
    Object.assign(page, { digest, structure, wording, group });
    this.#pages.set(name, page);
    this.#byId[page.id] = page;
    if (digest.votes) this.#join(page);
    return page;
  }

  #drop(page: CheckedPage): void {
    this.#leave(page, true);
    this.#usedIgnores.delete(page.name);
    this.#pages.delete(page.name);
    this.#byId[page.id] = undefined;
    this.#freeIds.push(page.id);
  }

  #ids(lanes: Int32Array): Int32Array {
    const ids = new Int32Array(lanes.length / 2);
    for (let at = 0; at < ids.length; at++) ids[at] = this.#keys.increment(lanes[at * 2]!, lanes[at * 2 + 1]!);
    return ids.sort();
  }

  #join(page: CheckedPage): void {
    let group = this.#groups.get(page.group);
    if (!group) {
      const { support } = this.#settings;
      group = { structure: new Cohort(support), wording: new Map(), agreement: new GroupAgreement(support) };
      this.#groups.set(page.group, group);
    }
    const { language } = page.digest;
    let wording = group.wording.get(language);
    if (!wording) {
      wording = new Cohort(this.#settings.support);
      group.wording.set(language, wording);
    }
    group.structure.put(page.id, page.structure);
    wording.put(page.id, page.wording);
    group.agreement.put(page.name, page.digest.statements);
    this.#touched.add(group.structure).add(wording);
    this.#touchedAgreements.add(group.agreement);
  }

  /** Takes the page's keys out of the table; its votes only where it will not be put into the same cohorts again. */
  #leave(page: CheckedPage, forGood: boolean): void {
    const group = this.#groups.get(page.group);
    const wording = group?.wording.get(page.digest.language);
    if (forGood && group && wording && page.digest.votes) {
      group.structure.delete(page.id);
      wording.delete(page.id);
      group.agreement.delete(page.name);
      this.#touchedAgreements.add(group.agreement);
      this.#touched.add(group.structure).add(wording);
      if (wording.size === 0) group.wording.delete(page.digest.language);
      if (group.structure.size === 0) this.#groups.delete(page.group);
    }
    for (const ids of [page.structure, page.wording]) for (const id of ids) this.#keys.decrement(id);
  }

  // ---- Which page a page is compared with.

  /** The page of the same group, and language where there are enough, that lacks least and nothing that this page lacks. */
  #exampleFor(page: CheckedPage): CheckedPage | undefined {
    const { structure, wording } = this.#cohorts(page);
    const lacking = [...structure.lacking(page.id), ...(wording ? wording.lacking(page.id) : [])];
    let best: CheckedPage | undefined;
    let bestRank: readonly number[] = [];
    for (const id of (wording ?? structure).pages) {
      if (id === page.id) continue;
      const other = this.#byId[id]!;
      const common = lacking.filter(key => structure.lacking(id).has(key) || wording?.lacking(id).has(key)).length;
      const rank = [common, structure.lacking(id).size + (wording?.lacking(id).size ?? 0), other.hash];
      if (best && !isLess(rank, bestRank)) continue;
      best = other;
      bestRank = rank;
    }
    return best;
  }

  #cohorts(page: CheckedPage): { structure: Cohort; wording: Cohort | undefined } {
    const group = this.#groups.get(page.group)!;
    const wording = group.wording.get(page.digest.language);
    return { structure: group.structure, wording: wording?.judges ? wording : undefined };
  }

  /** Adds the pages whose example is, or becomes, another page or another text. */
  #addComparedWith(affected: Set<number>): void {
    const changed = new Set([...affected].map(id => this.#byId[id]));
    for (const cohort of this.#touched) {
      for (const id of cohort.pages) {
        const page = this.#byId[id]!;
        if (affected.has(id) || !page.example) continue;
        if (changed.has(page.example) || this.#exampleFor(page) !== page.example) affected.add(id);
      }
    }
  }
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return a[at]! < b[at]!;
  return false;
}
