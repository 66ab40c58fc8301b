import type { CheckSettings } from 'templens-shared/findings';
import type { HashKey } from '../../../html/keyed-hash.ts';
import { withStepLimit } from '../../../html/steps.ts';
import type { PageTree } from '../../../html/tree.ts';
import type { Repair } from '../../edits/repair.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import type { SiteChange, SiteModel } from '../../model/site-model.ts';
import type { Part } from '../../parts/part.ts';
import { type CheckedPage, VotingPages } from '../agreement/voting-pages.ts';
import type { Check, OnePart } from '../checks/check.ts';
import { allChecks } from '../checks/index.ts';
import {
  type Cause,
  type CauseRule,
  type CheckWorld,
  compileRequired,
  type PageInQuestion,
  type PageRule,
  type PlaceOf,
  type Requirement,
} from '../checks/page-rule.ts';
import { savedError } from '../checks/saved-error.ts';
import type { Exempted, PartComparison } from '../facts/exemptions.ts';
import { isInRun, type Scope } from '../facts/page-scopes.ts';
import { detailOf, type Finding } from '../finding.ts';
import { refusal, type TrialSite, triedRisk, versionRisk } from '../fixes/fix-trial.ts';
import { SiteJudge } from '../judge/site-judge.ts';
import { thresholds } from '../thresholds.ts';
import { ComparedPages } from './compared-pages.ts';
import { applyIgnores, type CompiledIgnore, compileIgnores } from './ignore.ts';
import { LonePages } from './lone-pages.ts';
import { fileLinks, otherLanguage, othersAround } from './pages-around.ts';
import { sumUp } from './part-findings.ts';
import { ScopeComparisons } from './scope-comparisons.ts';

/**
 * Findings of a site's pages. What is counted is kept up to date with the model: on how many pages that have a part, or a layout, every
 * key of it stands (`comparison-keys.ts`), and which keys of the majority a page lacks. Only pages that lack some are compared, node by
 * node, with an example page that has them. A function of the pages that there are; no file system.
 */
export class SiteChecks {
  readonly #model: SiteModel;
  readonly #voting: VotingPages;
  readonly #compared: ComparedPages;
  readonly #comparisons: ScopeComparisons;
  readonly #pageRules: readonly PageRule[];
  readonly #causeRules: readonly CauseRule[];
  /** Codes that are not reported. */
  readonly #off: ReadonlySet<string>;
  readonly #required: readonly Requirement[];
  readonly #ignores: readonly CompiledIgnore[];
  /** The setting of the parser, if it is set. */
  readonly #maxDepth: { readonly maxDepth?: number };
  /** Entries of the setting `ignore` that hid something, by page. */
  readonly #usedIgnores = new Map<string, readonly number[]>();
  /** Gives the findings of checked pages their confidence. */
  readonly judge: SiteJudge;
  /** Pages that share their templates with no others. */
  readonly #alone: LonePages;
  /** Pages that were noted and wait to be taken over, those taken over since the last `settle`, by id, and those with new labels. */
  readonly #pending = new Set<string>();
  readonly #taken = new Set<number>();
  readonly #relabelled = new Set<string>();
  /** Pages that share more or less with others than before. */
  readonly #reshared = new Set<string>();
  /** Pages with a fix that was tried when they were checked last: what came of it depends on their labels. */
  readonly #tried = new Set<string>();

  /** @param key that with which the model's pages were digested. */
  constructor(
    model: SiteModel,
    settings: CheckSettings & { maxDepth?: number },
    key: HashKey,
    checks: readonly Check[] = allChecks,
  ) {
    this.#model = model;
    this.#maxDepth = settings.maxDepth === undefined ? {} : { maxDepth: settings.maxDepth };
    this.#voting = new VotingPages(model, settings.support);
    this.#alone = new LonePages(
      layout => this.#voting.cohorts(layout)?.pages ?? [],
      page => this.#voting.byId(page)?.layout,
      page => model.sharedShare(this.#voting.byId(page)!.name),
      this.#voting.work,
    );
    this.#compared = new ComparedPages(settings, key);
    this.judge = new SiteJudge(settings.pages);
    const differenceRules = checks.flatMap(({ rules: { difference } }) => difference ?? []);
    this.#comparisons = new ScopeComparisons(model, this.#voting, this.#compared, differenceRules);
    const off = checks.filter(({ code, isOff }) => (settings.checks[code] ?? (isOff ? 'off' : 'on')) === 'off');
    this.#off = new Set(off.map(({ code }) => code));
    const on = checks.filter(({ code }) => !this.#off.has(code));
    this.#pageRules = [...new Set(on.flatMap(({ rules: { page } }) => page ?? []))];
    this.#causeRules = on.flatMap(({ rules: { cause } }) => cause ?? []);
    this.#required = compileRequired(settings.required);
    this.#ignores = compileIgnores(settings.ignore);
  }

  /**
   * Takes over what `model.settle()` changed. Pages without checks in the model have no findings.
   * @param edited pages put in, replaced or removed since the last call.
   * @returns pages whose findings may have changed, without removed ones; sorted.
   */
  settle(change: SiteChange, edited: Iterable<string>): string[] {
    this.note(change, edited);
    this.takeSome(Number.POSITIVE_INFINITY);
    return this.settleNoted();
  }

  /** As the first part of `settle`: notes what changed. Nothing may be checked until the rest is done, but more may be noted. */
  note(change: SiteChange, edited: Iterable<string>): void {
    this.#compared.forgetLabels();
    for (const name of edited) this.#pending.add(name);
    for (const name of change.regrouped) this.#pending.add(name);
    for (const name of change.reparted) this.#pending.add(name);
    for (const name of change.relabel) this.#relabelled.add(name);
    for (const name of change.reshared) this.#reshared.add(name);
  }

  /** As the second part of `settle`: takes over up to `budget` of the noted pages. Returns how many are left. */
  takeSome(budget: number): number {
    let left = budget;
    for (const name of this.#pending) {
      if (left-- <= 0) break;
      this.#pending.delete(name);
      this.#compared.delete(name);
      const page = this.#voting.take(name);
      if (page) {
        this.#taken.add(page.id);
        this.judge.putPage(name, page.digest);
      }
      if (this.#voting.get(name)) continue;
      this.judge.deletePage(name);
      this.#usedIgnores.delete(name);
      this.#tried.delete(name);
    }
    return this.#pending.size;
  }

  /** As the last part of `settle`, when all noted pages were taken over. */
  settleNoted(): string[] {
    const affected = new Set(this.#taken);
    const touched = this.#voting.settle(affected);
    const relabelled = this.#idsOf(this.#relabelled);
    this.#addComparedWith(new Set([...this.#taken, ...relabelled]), touched, affected);
    for (const name of this.#relabelled) if (this.#tried.has(name)) affected.add(this.#voting.get(name)!.id);
    this.#addPagesAround(affected);
    this.#alone.update(touched, [...this.#taken, ...this.#idsOf(this.#reshared)], affected);
    this.#taken.clear();
    this.#relabelled.clear();
    this.#reshared.clear();
    this.#voting.work.add(affected.size);
    return [...affected].flatMap(id => this.#voting.byId(id)?.name ?? []).sort();
  }

  /** To be called when others take its place, with the same model. */
  dispose(): void {
    this.#voting.dispose();
  }

  /** Keys and pages visited to settle since the last call. */
  takeWork(): number {
    return this.#voting.work.take();
  }

  #idsOf(names: ReadonlySet<string>): number[] {
    return [...names].flatMap(name => this.#voting.get(name)?.id ?? []);
  }

  /** Adds the pages that were compared with one of these pages, whose texts or labels changed, or in a part that they lack. */
  #addComparedWith(examples: ReadonlySet<number>, touched: ReadonlySet<Scope>, affected: Set<number>): void {
    const { examples: compared, work } = this.#voting;
    for (const example of examples) for (const page of compared.compared(example)) affected.add(page);
    for (const scope of touched) {
      const pages = compared.compared(scope);
      work.add(pages.size);
      for (const page of pages) if (!this.#voting.byId(page)!.scopes.has(scope)) affected.add(page);
    }
  }

  /** Adds the pages whose findings depend on what the pages that changed have. */
  #addPagesAround(affected: Set<number>): void {
    const asking = this.#voting.folders.settle();
    this.#voting.work.add(asking.size);
    for (const other of asking) affected.add(this.#voting.get(other)!.id);
  }

  /**
   * Findings of a page as of the last `settle`, in document order, whatever their confidence. Throws where the model has no such page, and
   * `TooManySteps` where comparing it takes more steps than its length allows; then it has none.
   */
  check(name: string, world: CheckWorld): Finding[] {
    const page = this.#voting.get(name);
    this.judge.clear(name);
    if (!page) return [];
    const findings = withStepLimit(this.#model.tree(name).sourceLength, () => this.#check(page, world));
    this.judge.put(name, findings, world.exists);
    return findings;
  }

  /**
   * Must be called after all pages that `settle` returned were checked, since confidences depend on the findings of all pages.
   * @returns the pages whose findings may have another confidence than before; sorted.
   */
  settleJudgements(): string[] {
    return [...this.judge.settle()].sort();
  }

  /** Compares parts of a page again and returns the results, in the order of `parts`. Throws `TooManySteps` as `check` does. */
  compareParts(name: string, parts: Iterable<Part>, world: CheckWorld): PartComparison[] {
    const page = this.#voting.get(name);
    const compared = new Map<Part, PartComparison>();
    if (page?.digest.isCompared)
      withStepLimit(this.#model.tree(name).sourceLength, () => this.#comparisons.of(page, world, compared));
    // A part that is found by its tags alone is no scope.
    const others: Exempted = new Set([page?.digest.isCompared ? 'translated' : 'uncompared']);
    return [...parts].map(part => compared.get(part) ?? { exempted: others, found: [] });
  }

  #check(page: CheckedPage, world: CheckWorld): Finding[] {
    const { name } = page;
    const directives = this.#model.directives(name);
    const parts = new Map<Finding, OnePart>();
    const findings = page.digest.isCompared
      ? this.#findings(page, world, parts)
      : savedError(name, this.#model.tree(name), world);
    this.#usedIgnores.delete(name);
    this.#tried.delete(name);
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
    return this.#tryFixes(name, shown.sort(byPlace), world);
  }

  /** Returns the findings of a page with the risks of their repairs, which are tried unless a risk is known, and with refusals. */
  #tryFixes(page: string, findings: Finding[], world: CheckWorld): Finding[] {
    let left: number = thresholds.mostTrials;
    let unsafe: number = thresholds.mostUnsafe;
    const site = {
      load: (name: string) => this.#compared.labelled(name, world, this.#model),
      exists: world.exists,
      ...this.#maxDepth,
    };
    const withRefusal = (finding: Finding, repair: Repair): Finding =>
      unsafe-- > 0
        ? this.#withRefusal(page, finding, repair, site)
        : { ...finding, refusal: 'The page has too many changes to review in one run.' };
    return findings.map(finding => {
      const { repair } = finding;
      if (!repair) return finding;
      if (finding.risk !== undefined) return withRefusal(finding, repair);
      const changes = repair.kind === 'all' ? repair.repairs.length : 1;
      const isTried = changes <= left;
      if (isTried) left -= changes;
      const risk = isTried
        ? (versionRisk(finding, findings) ?? this.#triedRisk(page, finding, repair, site))
        : 'The page has too many changes to try them all.';
      return risk === undefined ? finding : withRefusal({ ...finding, risk }, repair);
    });
  }

  #triedRisk(page: string, finding: Finding, repair: Repair, site: TrialSite): string | undefined {
    this.#tried.add(page);
    const target = site.load(page);
    return target && triedRisk(target, finding, repair, site);
  }

  #withRefusal(page: string, finding: Finding, repair: Repair, site: TrialSite): Finding {
    this.#tried.add(page);
    const target = site.load(page);
    const reason = target && refusal(target, finding, repair, site);
    return reason === undefined ? finding : { ...finding, refusal: reason };
  }

  /** Pages compared with an example since the start: what a test counts. */
  get comparisons(): number {
    return this.#comparisons.count;
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
    for (const { part, found } of this.#comparisons.of(page, world)) {
      for (const finding of found) {
        findings.push(finding);
        parts.set(finding, part);
      }
    }
    const asked: PageInQuestion = {
      name,
      world,
      agreement: this.#voting.agreement,
      isAlone: this.#alone.has(page.id),
      required: this.#required,
      otherLanguage: otherLanguage(page, this.#voting),
      isInPart: (other, node) => isInRun(this.#voting.get(other)!.runs, node),
      pagesAround: () => othersAround(page, this.#voting)[0] ?? [],
      fileLinks: () => fileLinks(page, this.#voting),
    };
    const rules = this.#pageRules.filter(({ concerns }) => !concerns || concerns(asked));
    const causes = this.#causeRules.filter(({ concerns }) => concerns(asked));
    const compared = rules.length + causes.length > 0 ? this.#compared.get(name, world) : undefined;
    if (!compared) return findings;
    const load = (other: string): ComparedPage | undefined => this.#compared.get(other, world);
    // Sorted: the order of scopes depends on the order of edits.
    const examples = [...this.#voting.examples.of(page.id).values()].flatMap(id => this.#voting.byId(id)?.name ?? []).sort();
    const partOf = (node: number): string | undefined => this.#comparisons.partName(compared, node);
    const underCheck = { ...asked, compared, found: findings, examples, placeOf: this.#placeOf, partOf, load };
    const all = [...findings, ...rules.flatMap(({ find }) => find(underCheck))];
    return causes.reduce((kept, { find }) => {
      const cause = find({ ...underCheck, found: kept });
      return cause ? withoutConsequences(cause, kept, compared.tree) : kept;
    }, all);
  }

  readonly #placeOf: PlaceOf = (page, node) => {
    const tree = this.#model.tree(page);
    return { page, start: tree.start[node]!, end: tree.tagEnd[node]! };
  };
}

/** In document order: the order of scopes, and so of what was found in them, depends on the order of edits. */
function byPlace(a: Finding, b: Finding): number {
  return a.start - b.start || b.end - a.end || (a.identity < b.identity ? -1 : 1);
}

/**
 * Puts the consequences of a mistake into its finding: the findings about the template on the start tag of the mistake's node, and from the
 * mistake on. What stands in the node before it is as it should be. A part that stands nowhere on the page is not a consequence.
 */
function withoutConsequences(
  { finding: cause, from, explains }: Cause,
  findings: readonly Finding[],
  { start, tagEnd, root }: PageTree,
): Finding[] {
  const [first, inside] = cause.node === root ? [from, from] : [start[cause.node]!, tagEnd[cause.node]!];
  const isConsequence = (finding: Finding): boolean =>
    finding.code.startsWith('template/') &&
    (explains?.(finding) ||
      (finding.lostPart === undefined &&
        finding.start >= Math.min(first, from) &&
        (finding.start < inside || finding.start >= from)));
  const kept = findings.filter(finding => !isConsequence(finding));
  const own = cause.details ?? [detailOf(cause)];
  const starts = new Set(cause.details?.map(({ start }) => start));
  const details = findings
    .filter(finding => isConsequence(finding) && !starts.has(finding.start))
    .toSorted(byPlace)
    .map(detailOf);
  return [...kept, details.length > 0 ? { ...cause, details: [...own, ...details] } : cause];
}
