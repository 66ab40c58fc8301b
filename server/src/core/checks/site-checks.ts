import type { CheckSettings } from 'templens-shared/diagnostics';
import { KeyTable } from '../counts/key-table.ts';
import { pageHash } from '../grouping/group-id.ts';
import { parsePage } from '../page/parse.ts';
import { allowFor, withStepLimit } from '../page/steps.ts';
import type { SiteChange, SiteModel } from '../site-model.ts';
import { GroupAgreement } from './agreement/group-agreement.ts';
import { SiteLinks } from './agreement/link-table.ts';
import { type CheckDigest, type ComparedPage, comparedPage } from './check-digest.ts';
import { compareWithExample } from './compare/index.ts';
import { Majority } from './compare/majority.ts';
import type { Finding } from './finding.ts';
import { GroupCohorts, type Voter } from './group-cohorts.ts';
import { Hosts } from './hosts.ts';
import { applyIgnores, type CompiledIgnore, compileIgnores } from './ignore.ts';
import type { CheckWorld, PageUnderCheck, PlaceOf } from './page-check.ts';
import { pageChecks } from './page-checks.ts';
import { compileRequired, type Requirement } from './required-node/rule.ts';
import { isVariableNumber } from './variable-number/rule.ts';

interface CheckedPage {
  readonly id: number;
  readonly name: string;
  readonly hash: number;
  digest: CheckDigest;
  structure: Int32Array;
  wording: Int32Array;
  group: string;
  /** Name of the group that judges the page where its own is too small. */
  host: string | undefined;
  /** Id of the page that it was compared with last. */
  example: number | undefined;
}

interface CheckedGroup {
  readonly cohorts: GroupCohorts;
  readonly agreement: GroupAgreement;
}

/** A group of so many pages shows that the site has templates. */
const TEMPLATE_PAGES = 5;
/** A page of which other pages have so much has something of a template. */
const MOST_SHARED = 0.1;

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
  readonly #groups = new Map<string, CheckedGroup>();
  readonly #touched = new Set<CheckedGroup>();
  readonly #links = new SiteLinks();
  readonly #required: readonly Requirement[];
  readonly #ignores: readonly CompiledIgnore[];
  /** Entries of the setting `ignore` that hid something, by page. */
  readonly #usedIgnores = new Map<string, readonly number[]>();
  /** Pages that share their templates with no others. */
  #alone: ReadonlySet<number> = new Set();
  #hosts = new Hosts([]);
  #hosting: ReadonlySet<GroupCohorts> = new Set();
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
    const taken = new Set<number>();
    for (const name of new Set([...edited, ...change.regrouped])) {
      this.#examples.delete(name);
      const page = this.#take(name);
      if (page) taken.add(page.id);
    }
    const affected = new Set(taken);
    const changed = new Set<CheckedGroup>();
    for (const group of this.#touched) if (this.#settleGroup(group, affected)) changed.add(group);
    this.#placeGuests(taken, changed, affected);
    this.#addComparedWith(new Set([...taken, ...change.relabel.map(name => this.#pages.get(name)?.id ?? -1)]), affected);
    this.#touched.clear();
    this.#findAlone(affected);
    for (const id of [...affected]) if (!this.#byId[id]) affected.delete(id);
    return [...affected].map(id => this.#byId[id]!.name).sort();
  }

  /** Gives whether the group's majority changed. */
  #settleGroup({ cohorts, agreement }: CheckedGroup, affected: Set<number>): boolean {
    const settled = cohorts.settle();
    for (const id of settled.affected) affected.add(id);
    for (const other of agreement.settle()) affected.add(this.#pages.get(other)?.id ?? -1);
    for (const id of settled.reordered ? cohorts.pages : []) {
      const { example } = this.#byId[id]!;
      if (example === undefined || affected.has(id)) continue;
      if (cohorts.exampleFor(id, cohorts.juriesOf(id)) !== example) affected.add(id);
    }
    return settled.changed || settled.reordered;
  }

  /** Finds the hosts of pages whose own groups are too small to judge them, where they or any host changed. */
  #placeGuests(taken: ReadonlySet<number>, changed: ReadonlySet<CheckedGroup>, affected: Set<number>): void {
    const hostsChanged = [...changed].some(({ cohorts }) => cohorts.judges || this.#hosting.has(cohorts));
    if (hostsChanged) {
      const groups = [...this.#groups].map(([name, { cohorts }]) => [name, cohorts] as const);
      this.#hosting = new Set(groups.map(([, cohorts]) => cohorts).filter(({ judges }) => judges));
      this.#hosts = new Hosts(groups);
    }
    for (const { cohorts } of this.#groups.values()) {
      for (const id of cohorts.judges ? [] : cohorts.pages) {
        if (!hostsChanged && !taken.has(id)) continue;
        const page = this.#byId[id]!;
        const host = this.#hosts.of(voterOf(page));
        if (host !== page.host || (host !== undefined && changed.has(this.#groups.get(host)!))) affected.add(id);
        page.host = host;
      }
    }
  }

  /** Adds the pages that were compared with one of these pages, whose texts or labels changed. */
  #addComparedWith(examples: ReadonlySet<number>, affected: Set<number>): void {
    for (const page of this.#pages.values()) if (page.example !== undefined && examples.has(page.example)) affected.add(page.id);
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
    const findings = page.digest.votes ? this.#findings(page, world) : [];
    this.#usedIgnores.delete(name);
    if (findings.length === 0 && !directives) return findings;
    const sifted = {
      name,
      tree: this.#model.tree(name),
      directives,
      source: () => world.source(name),
      regionsOf: (other: string) => this.#model.directives(other)?.labels ?? [],
    };
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
    const { agreement, cohorts } = this.#groups.get(page.group)!;
    const host = cohorts.judges || page.host === undefined ? undefined : this.#groups.get(page.host)?.cohorts;
    const juries = host ? host.juriesOfGuest(voterOf(page)) : cohorts.juriesOf(page.id);
    const majority = new Majority(this.#keys, juries, host !== undefined);
    page.example = majority.lacksAny ? (host ?? cohorts).exampleFor(page.id, juries) : undefined;
    const example = page.example === undefined ? undefined : this.#byId[page.example];
    const isAlone = this.#alone.has(page.id);
    if (!example && !isAlone && this.#required.length === 0 && !agreement.concerns(name)) return [];
    const compared = this.#compared(name, world);
    if (!compared) return [];
    const findings: Finding[] = [];
    if (example) {
      const other = this.#compared(example.name, world);
      this.comparisons++;
      if (other) {
        allowFor(other.source.length);
        const labels = this.#model.labels(example.name);
        const differences = compareWithExample(compared, { ...other, labels }, majority);
        const isCounter = (node: number) => isVariableNumber(compared, node, agreement.numbers);
        for (const finding of differences)
          if (finding.code !== 'template/changed-text' || !isCounter(finding.node)) findings.push(finding);
      }
    }
    const asked: PageUnderCheck = {
      compared,
      world,
      agreement,
      isAlone,
      required: this.#required,
      placeOf: this.#placeOf,
      load: other => this.#compared(other, world),
    };
    for (const check of pageChecks) for (const finding of check(asked)) findings.push(finding);
    return findings;
  }

  readonly #placeOf: PlaceOf = (page, node) => {
    const tree = this.#model.tree(page);
    return { page, start: tree.start[node]!, end: tree.tagEnd[node]! };
  };

  /** Finds the pages that share their templates with no others, on a site where others do, and adds those that newly do or do not. */
  #findAlone(affected: Set<number>): void {
    const before = this.#alone;
    const groups = [...this.#groups.values()];
    const hasTemplates = groups.some(({ cohorts }) => cohorts.size >= TEMPLATE_PAGES);
    const lone = groups.flatMap(({ cohorts }) => (hasTemplates && cohorts.size === 1 ? [...cohorts.pages] : []));
    this.#alone = new Set(
      lone.filter(id => {
        const { name, host } = this.#byId[id]!;
        return host === undefined && this.#model.sharedShare(name) < MOST_SHARED;
      }),
    );
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
    const group = this.#model.group(name).template;
    if (known && known.digest === digest && known.group === group) return undefined;
    const structure = this.#ids(digest.structure);
    const wording = this.#ids(digest.wording);
    if (known) this.#leave(known, known.group !== group || !digest.votes);
    const page: CheckedPage = known ?? {
      id: this.#freeIds.pop() ?? this.#byId.length,
      name,
      hash: pageHash(name),
      digest,
      structure,
      wording,
      group,
      host: undefined,
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
      group = { cohorts: new GroupCohorts(support), agreement: new GroupAgreement(support, this.#links) };
      this.#groups.set(page.group, group);
    }
    group.cohorts.put(voterOf(page));
    group.agreement.put(page.name, page.digest.statements);
    this.#touched.add(group);
  }

  /** Takes the page's keys out of the table; its votes only where it will not be put into the same group again. */
  #leave(page: CheckedPage, forGood: boolean): void {
    const group = this.#groups.get(page.group);
    if (forGood && group && page.digest.votes) {
      group.cohorts.delete(page.id);
      group.agreement.delete(page.name);
      this.#touched.add(group);
      if (group.cohorts.size === 0) this.#groups.delete(page.group);
    }
    for (const ids of [page.structure, page.wording]) for (const id of ids) this.#keys.decrement(id);
  }
}

function voterOf({ id, hash, digest, structure, wording }: CheckedPage): Voter {
  return { id, hash, language: digest.language, structure, wording };
}
