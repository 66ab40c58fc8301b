import { dequal } from 'dequal';
import type { PageJudgements, ReportedFindings } from 'templens-shared/answers';
import type { RareVersion } from 'templens-shared/parts';
import { LruCache } from '../core/counts/lru-cache.ts';
import { SiteChecks } from '../core/findings/candidates/site-checks.ts';
import type { CheckWorld } from '../core/findings/checks/page-rule.ts';
import { type Exemption, exemptions } from '../core/findings/facts/exemptions.ts';
import type { Finding } from '../core/findings/finding.ts';
import type { ComparedPage } from '../core/keys/compared-page.ts';
import type { SiteChange, SiteModel } from '../core/model/site-model.ts';
import type { Part } from '../core/parts/part.ts';
import { TooManySteps } from '../html/steps.ts';
import { findingsIn } from './half-typed.ts';
import type { KnownFindings, PageFindings } from './known-findings.ts';
import { matchesGlobs } from './page-filter.ts';
import { confidentFindings, type FindingsOfPage, findingsForOutput, shownFindings } from './page-findings.ts';
import type { PageRecord } from './page-store.ts';
import type { SiteState } from './site-state.ts';

const limits = {
  /** Texts. Pages are compared with the same few example pages, whose texts are not read again each time. */
  cachedTexts: 8,
} as const;

/** Checks pages, also on demand for a question, and reports findings that changed. */
export class PageChecker {
  readonly #state: SiteState;
  readonly #known: KnownFindings;
  #checks: SiteChecks;
  /** Findings from the last checks, whatever their confidence; only of pages that have any. */
  readonly #found = new Map<string, FindingsOfPage>();
  /** Pages that were checked since their findings were last reported. */
  readonly #unreported = new Set<string>();
  /** Pages that take too many steps to compare, with the problem that was reported. */
  readonly #skipped = new Map<string, string>();
  /** Texts of pages that others are compared with, by page; valid only for their `revision`. */
  readonly #texts = new LruCache<{ revision: number; text: string }>(limits.cachedTexts);

  constructor(state: SiteState, known: KnownFindings) {
    this.#state = state;
    this.#known = known;
    this.#checks = new SiteChecks(state.model, state.settings, state.hashKey);
  }

  /** Returns the number of keys and pages that were visited since the last call to find the pages to check: a measure of work. */
  takeWork(): number {
    return this.#checks.takeWork();
  }

  /** Starts again with the current model and settings. The next call of `note` must have all pages of the model in `edited`. */
  restart(): void {
    this.#checks.dispose();
    this.#checks = new SiteChecks(this.#state.model, this.#state.settings, this.#state.hashKey);
    this.#found.clear();
    this.#unreported.clear();
    this.#known.restart();
  }

  /** Notes what settling the model changed. @param edited pages that were put into the model or removed from it. */
  note(change: SiteChange, edited: ReadonlySet<string>): void {
    this.#checks.note(change, edited);
    this.#known.isSettling = true;
  }

  /** Counts the votes of `budget` changed pages; after the last one, the pages that these votes concern are due. */
  countVotes(budget: number): void {
    if (this.#checks.takeSome(budget) > 0) return;
    this.#known.isSettling = false;
    for (const page of this.#checks.settleNoted()) this.markDue(page);
  }

  /** Makes a page due, because its findings may have changed; forgets a page that is gone or skipped. */
  markDue(page: string): void {
    const { store, model } = this.#state;
    const record = store.get(page);
    if (!record || record.state === 'skipped') this.#forget(page);
    else if (model.has(page)) {
      store.uncheck(record);
      this.#known.due.add(page);
    }
  }

  /**
   * Checks a page if it is due and reports its findings, with confidences that rest on the pages checked so far; false if it stays due because a
   * file that it is compared with changed meanwhile.
   */
  check(page: string): boolean {
    if (this.#known.isSettling) this.countVotes(Number.POSITIVE_INFINITY);
    const isCurrent = this.examine(page);
    if (this.#known.due.size === 0) this.settleJudgements();
    else if (this.#unreported.has(page)) this.#reportPage(page);
    return isCurrent;
  }

  /** Checks a page if it is due, like `check`, but leaves the report to `settleJudgements`. */
  examine(page: string): boolean {
    if (!this.#known.due.has(page)) return true;
    const record = this.#state.store.get(page)!;
    this.#state.counts.pagesChecked++;
    const found = this.#state.crashNote.during(page, () => this.#examine(this.#checks, record));
    if (!found) return false;
    this.#keep(page, found);
    this.#unreported.add(page);
    this.#known.examined(page);
    return true;
  }

  /** Reports the pages that were checked since the last call, and pages whose confidences changed because of them. */
  settleJudgements(): void {
    this.#known.isJudging = false;
    const pages = new Set([...this.#unreported, ...this.#checks.settleJudgements()]);
    for (const page of [...pages].sort()) if (this.#state.store.get(page)) this.#reportPage(page);
  }

  /**
   * Returns all findings of a page with the reasons for their confidence. Must be called when all pages are checked.
   * @param rare the parts whose version on the page is rare
   */
  judgements(page: string, rare: ReadonlyMap<Part, RareVersion>): PageJudgements {
    const found = this.#found.get(page) ?? nothing;
    const { judge } = this.#checks;
    const findings = found.findings.map((finding, at) => {
      const { confidence } = judge.judge(page, finding);
      const isReported = confidence >= this.#state.settings.minConfidence;
      return { finding: { ...found.all[at]!, confidence }, isReported, reasons: judge.reasons(page, finding) };
    });
    return { generated: judge.generated, origin: judge.originReasons, findings, versions: this.#rareVersions(page, found, rare) };
  }

  /** Returns the rare versions with the findings about each, or the reasons why there is none. */
  #rareVersions(page: string, { findings }: FindingsOfPage, rare: ReadonlyMap<Part, RareVersion>): PageJudgements['versions'] {
    const world = this.#world(this.#checks, page, name => this.#text(name));
    const compared = rare.size > 0 ? this.#checks.compareParts(page, rare.keys(), world) : [];
    return [...rare.values()].map((version, at) => {
      const { exempted, found } = compared[at]!;
      const known = new Set(found);
      const about = findings.filter(finding => (finding.details ?? [finding]).some(({ identity }) => known.has(identity)));
      const why: Exemption[] = about.length > 0 ? [] : found.length > 0 ? ['ignored'] : [...exempted];
      return { ...version, findings: about.map(({ identity }) => identity), reasons: why.map(each => exemptions[each]) };
    });
  }

  #keep(page: string, found: FindingsOfPage): void {
    if (found.findings.length > 0) this.#found.set(page, found);
    else this.#found.delete(page);
  }

  /** Reports the findings of a page with their current confidences. */
  #reportPage(page: string): void {
    const record = this.#state.store.get(page)!;
    this.#unreported.delete(page);
    this.#report(this.#judged(this.#checks, record, this.#found.get(page) ?? nothing));
    this.#known.checked(page);
    if (record.state !== 'checked' && !this.#known.isDue(page)) this.#state.store.raise(record, 'checked');
  }

  /**
   * Finds the pages that have different findings under another model.
   * @param model has the same pages.
   * @param change the result of settling `model` for the first time.
   */
  differing(model: SiteModel, change: SiteChange, pages: readonly string[]): string[] {
    const fresh = new SiteChecks(model, this.#state.settings, this.#state.hashKey);
    fresh.settle(change, pages);
    const records = pages.map(page => this.#state.store.get(page)!);
    const found = records.map(record => this.#examine(fresh, record));
    fresh.settleJudgements();
    return pages.filter((page, at) => {
      const expected = found[at] && this.#judged(fresh, records[at]!, found[at]);
      return expected && !sameList(expected.reported, this.#known.reported(page));
    });
  }

  /** Indices of entries of the setting `ignore` that hid no finding on any page. */
  get unusedIgnores(): number[] {
    return this.#checks.unusedIgnores;
  }

  /** Runs the checks on a page. Returns undefined if a file that it is compared with changed since it was indexed. */
  #examine(checks: SiteChecks, record: PageRecord): FindingsOfPage | undefined {
    const { page, buffer } = record;
    let complete = true;
    const source = (name: string): string | undefined => {
      const text = this.#text(name);
      // If no page waits to be parsed, the text is unavailable for good, and waiting would not help.
      complete &&= text !== undefined || this.#state.store.changed.size === 0;
      return text;
    };
    const world = this.#world(checks, page, source);
    const found = this.#withinSteps(page, () => checks.check(page, world));
    if (record.halfTyped && buffer) {
      const typed = record.saved ? findingsIn(buffer.text, page, record.saved, found) : [];
      return complete ? findingsForOutput(page, typed, buffer.text, this.#state.settings) : undefined;
    }
    const text = found.length > 0 ? source(page) : '';
    if (!complete || text === undefined) return undefined;
    return findingsForOutput(page, found, text, this.#state.settings);
  }

  /** Returns the files of the site for the checks of a page. */
  #world(checks: SiteChecks, page: string, source: CheckWorld['source']): CheckWorld {
    return {
      source,
      // Fresh checks compute every page again, so that a wrong cache entry is found.
      comparedWhenParsed: name => (checks === this.#checks ? this.#comparedWhenParsed(name) : undefined),
      exists: path => this.#state.existing.ask(path, page),
      read: path => this.#state.existing.read(path, page),
      matches: matchesGlobs,
    };
  }

  /** Selects the findings of a page that are reported, by confidence. */
  #judged(checks: SiteChecks, { page, buffer }: PageRecord, found: FindingsOfPage): PageFindings {
    const { judge } = checks;
    const confidence = (finding: Finding): number => judge.judge(page, finding).confidence;
    const { findings, all } = confidentFindings(found, confidence, this.#state.settings.minConfidence, judge.generated);
    const shown = shownFindings(all);
    const version = buffer && { version: buffer.version };
    return { findings, all, reported: { page, ...version, diagnostics: shown, withheld: all.length - shown.length } };
  }

  /** Runs `check`. If it takes more steps than the page's length allows, returns no findings and reports a problem, once. */
  #withinSteps(page: string, check: () => Finding[]): Finding[] {
    try {
      const found = check();
      this.#skipped.delete(page);
      return found;
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      const message = `${page} is not compared with other pages: ${error.message} to compare.`;
      if (this.#skipped.get(page) !== message) this.#state.emit({ event: 'problem', severity: 'warning', page, message });
      this.#skipped.set(page, message);
      return [];
    }
  }

  /** Drops everything known of a page, and reports that it has no findings. */
  #forget(page: string): void {
    this.#texts.delete(page);
    this.#skipped.delete(page);
    this.#found.delete(page);
    this.#unreported.delete(page);
    // An open document may no longer be a page.
    const version = this.#state.store.openTexts.get(page)?.version;
    this.#report({
      findings: [],
      all: [],
      reported: { page, ...(version !== undefined && { version }), diagnostics: [], withheld: 0 },
    });
    this.#known.forget(page);
  }

  /** Stores the findings of a page, and emits them if they differ from the last ones. */
  #report(found: PageFindings): void {
    const { reported } = found;
    const before = this.#known.reported(reported.page);
    // An editor drops findings of another version, so each version gets its own event.
    const isOfOtherText = this.#state.wanted.regions && reported.version !== before.version;
    const isNews = isOfOtherText || !sameList(reported, before);
    this.#known.set(found);
    if (isNews) this.#state.emit({ event: 'diagnostics', ...reported });
  }

  /** Returns the compared form of a page from when it was parsed in this thread; undefined if it is gone or out of date. */
  #comparedWhenParsed(name: string): ComparedPage | undefined {
    const { store, model, comparedWhenParsed } = this.#state;
    const known = comparedWhenParsed.get(name);
    return known && known.revision === store.get(name)?.revision && model.has(name) ? known.page : undefined;
  }

  /** Returns the text that a page votes with; undefined if it is not in the model or its file changed since. */
  #text(page: string): string | undefined {
    const record = this.#state.store.get(page);
    if (!record || !this.#state.model.has(page)) return undefined;
    // A page that is being typed votes with the text of its file.
    if (record.buffer) return record.halfTyped ? record.saved?.text : record.buffer.text;
    const known = this.#texts.get(page);
    if (known?.revision === record.revision) return known.text;
    const text = this.#state.source(page);
    if (text !== undefined) this.#texts.set(page, { revision: record.revision, text });
    return text;
  }
}

const nothing: FindingsOfPage = { findings: [], all: [] };

function sameList(a: ReportedFindings, b: ReportedFindings): boolean {
  return a.withheld === b.withheld && dequal(a.diagnostics, b.diagnostics);
}
