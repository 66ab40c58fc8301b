import type { PageRegions } from 'templens-shared/answers';
import type { Settings } from 'templens-shared/settings';
import type { EngineCommand, EngineEvent, WorkCounts } from 'templens-shared/stream';
import { neededFeatures } from '../core/labels/extractors.ts';
import type { SiteModel } from '../core/model/site-model.ts';
import type { SiteInputs } from './cache/site-inputs.ts';
import type { CrashNote } from './crash-note.ts';
import type { GroupLog } from './group-log.ts';
import { KnownFindings } from './known-findings.ts';
import { PageChecker } from './page-checker.ts';
import { isMerged, type PageStore } from './page-store.ts';
import { differenceFromFresh } from './paranoid.ts';
import type { Parsers } from './parsers.ts';
import { PartCatalog } from './part-catalog.ts';
import { CheckPhase } from './phases/check.ts';
import { LabelPhase } from './phases/label.ts';
import { LookPhase } from './phases/look.ts';
import { MatchRulesPhase } from './phases/match-rules.ts';
import { MergePhase } from './phases/merge.ts';
import { ParsePhase } from './phases/parse.ts';
import type { Phase, PhaseEvent, Scope } from './phases/phase.ts';
import { RegionBuilder } from './region-builder.ts';
import { ReportedRegions } from './reported-regions.ts';
import type { SiteDisk } from './site-disk.ts';
import { noWork, SiteState, type Wanted } from './site-state.ts';
import type { TidyMemory } from './tidy-memory.ts';
import type { PageVerdicts } from './verdicts.ts';

/** How much work one slice does at most. Commands and questions wait for the end of a slice. */
const sliceSizes = {
  /** Files to look up on disk. */
  look: 1000,
  /** Pages to parse during the first index of the site. */
  firstIndex: 25,
  /** Pages to parse once the first index is complete. */
  ready: 5,
  /** Pages to check. */
  check: 3,
  /**
   * Parsed pages that wait to be merged together, in a site that is ready. Settling the model takes long, however few pages were merged, and
   * no question is answered meanwhile.
   */
  merge: 70,
} as const;

/**
 * An open site. Work on it is a sequence of phases (look, parse, match rules, merge, label, check), done in slices. Its owner calls `work`
 * until it returns false, then `finish` until it returns false, then `flushEvents`.
 */
export class SiteIndex {
  readonly #state: SiteState;
  readonly #look: Phase;
  readonly #parse: Phase<Promise<readonly PhaseEvent[]>>;
  readonly #matchRules: Phase;
  readonly #merge: Phase;
  readonly #label: Phase;
  readonly #check: Phase | undefined;
  /** All phases, in the order in which they get events. */
  readonly #phases: readonly Phase<unknown>[];
  readonly #regions: RegionBuilder;
  /** Checks pages. It and `findings` are undefined if no findings are wanted. */
  readonly checker: PageChecker | undefined;
  readonly findings: KnownFindings | undefined;
  /** The parts that the pages share. */
  readonly parts: PartCatalog;
  /** Defined only if `page` events of all pages are wanted: without them an editor waits for answers, which garbage collection would delay. */
  readonly #memory: TidyMemory | undefined;
  #isReadyReported = false;

  constructor(
    root: string,
    settings: Settings,
    wanted: Wanted,
    surroundings: {
      disk: SiteDisk;
      /** Parses many pages at once; undefined if this thread parses all. */
      parsers: Parsers | undefined;
      crashNote: Pick<CrashNote, 'during'>;
      emit: (event: EngineEvent) => void;
      memory: TidyMemory | undefined;
    },
  ) {
    const state = new SiteState(root, settings, wanted, surroundings);
    this.#state = state;
    this.#memory = wanted.labels ? surroundings.memory : undefined;
    this.parts = new PartCatalog(state, settings.parts, { events: wanted.labels });
    this.findings = wanted.checks ? new KnownFindings(state.store) : undefined;
    this.checker = this.findings && new PageChecker(state, this.findings);
    this.#regions = new RegionBuilder(state, this.parts, this.findings);
    const reported = new ReportedRegions();
    this.#look = new LookPhase(state);
    this.#parse = new ParsePhase(state, surroundings.parsers);
    this.#matchRules = new MatchRulesPhase(state);
    this.#merge = new MergePhase(state);
    this.#check = this.findings && this.checker && new CheckPhase(state, this.findings, this.checker, reported);
    this.#label = new LabelPhase(state, this.parts, this.#regions, reported);
    const check = this.#check ? [this.#check] : [];
    this.#phases = [this.#look, this.#parse, this.#matchRules, this.#merge, ...check, this.#label];
  }

  get store(): PageStore {
    return this.#state.store;
  }

  get model(): SiteModel {
    return this.#state.model;
  }

  /** True if no work is left and everything about the site is reported. */
  get isAtRest(): boolean {
    const isWorkDue = this.#phases.some(phase => phase.due('all') > 0);
    return this.#state.ready && !isWorkDue && !this.#state.idleDue;
  }

  /** The groups as last reported, and the number of pages. */
  get grouped(): { pages: number; groups: GroupLog['all'] } {
    return { pages: this.model.pageCount, groups: this.#state.groups.all };
  }

  /** Returns the files that the site was read from, see `SiteState.inputs`. */
  inputs(): SiteInputs | undefined {
    return this.#state.inputs();
  }

  /** Returns the regions of a page. */
  regions(page: string): PageRegions {
    return this.#regions.regions(page);
  }

  /** Returns the verdicts on a page's nodes; nodes deviate only if the page's findings are current. */
  verdicts(page: string): PageVerdicts {
    return this.#regions.verdicts(page);
  }

  /** Returns the text of a page, see `SiteState.source`. */
  source(page: string): string | undefined {
    return this.#state.source(page);
  }

  /** Returns the text of which the model has the tree, see `SiteState.indexedText`. */
  indexedText(page: string): string | undefined {
    return this.#state.indexedText(page);
  }

  // ---- Events from outside. Each method only notes the work that follows.

  /** Hints that something may have happened to these files. */
  hint(pages: readonly string[]): void {
    this.#state.files.hint(pages);
  }

  /** Hints that something may have happened to files in these folders, not deeper. */
  hintFolders(folders: readonly string[]): void {
    this.#state.files.hintFolders(folders);
  }

  /** Hints that something may have happened to any file. */
  rescan(): void {
    this.#state.files.rescan();
  }

  /** Sets the editor's text of a page, which is used instead of the file until `closeText`. */
  setText({ page, version, text, isSaved = false }: Omit<Extract<EngineCommand, { command: 'text' }>, 'command'>): void {
    const { store, files } = this.#state;
    const known = store.openTexts.get(page);
    const buffer = { version, text, isSaved };
    store.openTexts.set(page, buffer);
    this.#state.idleDue = true;
    if (!files.isPage(page)) return;
    const record = store.add(page);
    record.buffer = buffer;
    const isOtherText = known?.text !== text;
    if (isOtherText) store.lower(record);
    this.#dispatch({ kind: 'opened', page, changed: isOtherText ? 'text' : known.version !== version ? 'version' : 'nothing' });
  }

  /** Ends the use of the editor's text of a page. */
  closeText(page: string): void {
    const { store } = this.#state;
    store.openTexts.delete(page);
    this.#state.idleDue = true;
    this.#dispatch({ kind: 'closed', page });
    const record = store.get(page);
    if (!record?.buffer) return;
    record.buffer = undefined;
    record.halfTyped = false;
    record.saved = undefined;
    record.unsaved = false;
    store.lower(record);
  }

  /** Replaces the settings, and makes the work due that follows. */
  changeSettings(settings: Settings): void {
    const old = this.#state.settings;
    this.#state.settings = settings;
    this.#state.idleDue = true;
    const differs = (...keys: (keyof Settings)[]) => keys.some(key => JSON.stringify(old[key]) !== JSON.stringify(settings[key]));
    const declaring = ({ parts }: Settings): string => JSON.stringify(parts.filter(({ declare }) => declare));
    const parsed = neededFeatures(old);
    // If the new settings need features that were not parsed, the model begins empty.
    const needsParsing = differs('grouping') || neededFeatures(settings).some(part => !parsed.includes(part));
    const isComparisonChanged = this.checker !== undefined && differs('normalisers');
    const reparses =
      needsParsing || isComparisonChanged || differs('maxPageBytes', 'maxDepth') || declaring(old) !== declaring(settings);
    this.#dispatch({ kind: 'settings', change: { old, settings, differs, reparses } });
    if (differs('extractor', 'extractorOptions', 'candidates', 'grouping', 'groupThreshold', 'layouts'))
      this.#rebuild(needsParsing ? 'none' : 'same');
    else if (differs('checks', 'support', 'normalisers', 'ignore', 'required', 'maxDepth')) this.#dispatch({ kind: 'recheck' });
  }

  // ---- Work, in slices.

  /**
   * Does one slice of the work that brings the model up to date and reports the regions of open pages. Returns false if none exists.
   * Pages that are open in an editor come first, except in the first index, which reports nothing before it is complete.
   */
  async work(): Promise<boolean> {
    this.#memory?.tidy();
    this.#dispatchChecked();
    const { ready } = this.#state;
    if (ready && this.#isOpenDue()) await this.#workOnOpen();
    else if (this.#look.due('all') > 0) this.#run(this.#look, sliceSizes.look);
    else if (this.#parse.due('all') > 0) await this.#parseSome();
    else if (this.#matchRules.due('all') > 0) this.#run(this.#matchRules, sliceSizes.firstIndex);
    else if (this.#merge.due('all') > 0) {
      // The first index is settled at once.
      if (!ready) this.#memory?.beforeStep();
      this.#mergeSome(Number.POSITIVE_INFINITY);
    } else if (this.#label.due('open') > 0) this.#reportOpen();
    else {
      this.#reportReady();
      return false;
    }
    return true;
  }

  /** Does one slice of the work that depends on the model: the labels of all pages if wanted, then findings. Returns false if none exists. */
  finish(): boolean {
    // Votes are counted before pages are labelled: a labelled page is done unless the votes make it due.
    if (this.#check && this.findings?.isSettling) this.#run(this.#check, sliceSizes.firstIndex);
    else if (this.#label.due('all') > 0) {
      this.#checkDeviating();
      this.#run(this.#label, sliceSizes.firstIndex);
    } else if (this.#check && this.#check.due('all') > 0) this.#run(this.#check, sliceSizes.check);
    else return false;
    return true;
  }

  /** True if the model is settled with the current text of the page, so that a question about it need not wait. */
  isSettled(page: string): boolean {
    return this.#state.ready && isMerged(this.store.get(page)) && this.model.has(page) && this.#state.isModelSettled;
  }

  /**
   * Reports groups, parts and paths to watch, which are reported only when no work is left. Returns true if it found work instead: a file
   * changed meanwhile, or the paranoid mode found a difference.
   */
  flushEvents(): boolean {
    this.#dispatchChecked();
    if (this.#label.due('open') > 0) return true;
    if (this.#state.settings.paranoid && this.#state.idleDue && this.#differsFromFresh()) return true;
    const parts = this.parts.takeEvents();
    if (!parts) return true;
    const { groups, existing, files, model } = this.#state;
    for (const event of [...groups.take(), ...parts]) this.#state.emit(event);
    const asked = [...existing.takeAsked().filter(path => !model.has(path)), ...files.takeLinkTargets()];
    if (asked.length > 0) this.#state.emit({ event: 'asked', paths: asked });
    return false;
  }

  /** Counts the template nodes of one slice of pages, for the questions `groups` and `grouping`. Returns false if all pages are counted. */
  countLabels(): boolean {
    if (this.model.uncounted === 0) return false;
    this.model.countSome(sliceSizes.ready);
    return true;
  }

  /** Returns the work since the last call; undefined if nothing happened. */
  takeWork(): WorkCounts | undefined {
    if (!this.#state.idleDue) return undefined;
    this.#state.idleDue = false;
    const { counts, groups } = this.#state;
    counts.nodesTouched += this.model.takeWorkOfAnswers() + (this.checker?.takeWork() ?? 0) + groups.takeWork();
    this.#state.counts = noWork();
    return counts;
  }

  /** Ends the threads that parse. */
  async close(): Promise<void> {
    for (const phase of this.#phases) await phase.close?.();
  }

  /** Passes an event to all phases. */
  #dispatch(event: PhaseEvent): void {
    // The parts get it first, because phases read them.
    this.parts.handle(event);
    for (const phase of this.#phases) phase.handle(event);
  }

  /** Dispatches the pages that were checked by phases, or for questions between slices. */
  #dispatchChecked(): void {
    const pages = this.findings?.takeChecked() ?? [];
    if (pages.length > 0) this.#dispatch({ kind: 'checked', pages });
  }

  /** Does one slice of a phase, and dispatches its events. */
  #run(phase: Phase, budget: number, scope: Scope = 'all'): void {
    for (const event of phase.slice(budget, scope)) this.#dispatch(event);
  }

  /** True if work on open pages waits. */
  #isOpenDue(): boolean {
    return [this.#parse, this.#merge, this.#label].some(phase => phase.due('open') > 0);
  }

  /** Brings open pages up to date: parses and merges them, settles the model, and reports their regions. */
  async #workOnOpen(): Promise<void> {
    await this.#parsePages(0, 'open');
    this.#mergeSome(Number.POSITIVE_INFINITY, 'open');
    this.#reportOpen();
  }

  /** Parses one slice of pages, and merges them if it is time. */
  async #parseSome(): Promise<void> {
    const { ready } = this.#state;
    const parsed = await this.#parsePages(ready ? sliceSizes.ready : sliceSizes.firstIndex, 'all');
    // The first index merges after each slice to free memory, but settles once: as the budget is used up, the model stays unsettled.
    if (!ready) this.#mergeSome(parsed);
    else if (this.#merge.due('all') >= sliceSizes.merge) this.#mergeSome(Number.POSITIVE_INFINITY);
  }

  /** Parses one slice of pages. Returns their number. */
  async #parsePages(budget: number, scope: Scope): Promise<number> {
    const events = await this.#parse.slice(budget, scope);
    for (const event of events) this.#dispatch(event);
    return events.reduce((sum, event) => sum + (event.kind === 'parsed' ? event.pages.length : 0), 0);
  }

  /** Merges up to `budget` pages. If the model was settled, reports the regions of open pages. */
  #mergeSome(budget: number, scope: Scope = 'all'): void {
    const events = this.#merge.slice(budget, scope);
    for (const event of events) this.#dispatch(event);
    if (events.some(({ kind }) => kind === 'settled')) this.#reportOpen();
  }

  /** Reports the regions of open pages. */
  #reportOpen(): void {
    this.#checkDeviating();
    this.#run(this.#label, 0, 'open');
  }

  /** Checks open pages with deviating nodes before their regions are reported: their marks would vanish and come back otherwise. */
  #checkDeviating(): void {
    if (this.#check && this.#state.ready) this.#run(this.#check, 0, 'open');
  }

  /** Replaces the model. Until it is complete, what was reported stays, and no question is answered, as in the first index. */
  #rebuild(pages: 'same' | 'none'): void {
    this.#dispatch({ kind: 'rebuild', pages });
    this.#dispatch({ kind: 'recheck' });
  }

  /** Compares the model with a fresh one. If they differ, reports that, makes a rebuild due, and returns true. */
  #differsFromFresh(): boolean {
    const { model } = this.#state;
    const difference = differenceFromFresh(model, this.#state.freshModel(), this.#state.modelPages(), this.checker);
    if (difference === undefined) return false;
    const message = `The index differs from a fresh one (${difference}); it is rebuilt. Please report this.`;
    this.#state.reportProblem('error', undefined, message);
    this.#rebuild('same');
    return true;
  }

  /** Reports `ready` after the first index, once. */
  #reportReady(): void {
    this.#state.ready = true;
    if (this.#isReadyReported) return;
    this.#isReadyReported = true;
    const pages = this.#state.modelPages().length;
    this.#state.emit({ event: 'ready', root: this.#state.files.root, pages, groups: this.#state.groups.size });
  }
}
