import type { Settings } from 'templens-shared/settings';
import type { EngineCommand, EngineEvent, PageRegions, WorkCounts } from 'templens-shared/stream';
import type { PageVerdicts } from '../core/findings/verdicts.ts';
import { neededFeatures } from '../core/labels/extractors.ts';
import type { SiteModel } from '../core/model/site-model.ts';
import type { SiteInputs } from './cache/site-inputs.ts';
import type { CrashNote } from './crash-note.ts';
import type { GroupLog } from './group-log.ts';
import { KnownFindings } from './known-findings.ts';
import { isMerged, type PageStore } from './page-store.ts';
import { differenceFromFresh } from './paranoid.ts';
import { PartCatalog } from './part-catalog.ts';
import { CheckPhase } from './phases/check.ts';
import { LabelPhase } from './phases/label.ts';
import { LookPhase } from './phases/look.ts';
import { MatchRulesPhase } from './phases/match-rules.ts';
import { MergePhase } from './phases/merge.ts';
import { ParsePhase } from './phases/parse.ts';
import { noWork, SiteState, type Wanted } from './site-state.ts';
import type { TidyMemory } from './tidy-memory.ts';

/** Pages in one slice of work: before the site is ready, when it is, and of pages to check. */
const SLICE = 25;
const READY_SLICE = 5;
const CHECK_SLICE = 3;
/** Files that are looked at in one slice. */
const LOOK_SLICE = 1000;
/**
 * Most parsed pages that wait to be merged together, in a site that is ready: settling the model costs much, however few they are, and
 * nothing is answered meanwhile.
 */
const BATCH = 70;

/**
 * One open site. Work on it is a row of phases (look, parse, merge, label, check), done in slices that are short enough for commands to
 * get in between. Its owner calls `work` until it has none, then `finish` until that has none.
 */
export class SiteIndex {
  readonly #state: SiteState;
  readonly #look: LookPhase;
  readonly #parse: ParsePhase;
  readonly #restate: MatchRulesPhase;
  readonly #merge: MergePhase;
  readonly #label: LabelPhase;
  /** Where findings are wanted. */
  readonly checks: CheckPhase | undefined;
  readonly findings: KnownFindings | undefined;
  /** Pages that are done unless they must be checked, which is not known yet. */
  readonly #unjudged = new Set<string>();
  /** The parts that the pages share. */
  readonly parts: PartCatalog;
  /** Where nobody waits for an answer: the lines of all pages are wanted. */
  readonly #memory: TidyMemory | undefined;
  #isReadySaid = false;

  constructor(
    root: string,
    settings: Settings,
    wanted: Wanted,
    surroundings: {
      parseWorker: URL;
      journal: CrashNote;
      emit: (event: EngineEvent) => void;
      memory: TidyMemory | undefined;
    },
  ) {
    const state = new SiteState(root, settings, wanted, surroundings.journal, surroundings.emit);
    this.#state = state;
    this.#memory = wanted.labels ? surroundings.memory : undefined;
    this.parts = new PartCatalog(state, settings.parts, { events: wanted.labels });
    this.findings = wanted.checks ? new KnownFindings(state.store) : undefined;
    this.checks = this.findings && new CheckPhase(state, this.findings);
    this.#look = new LookPhase(state);
    this.#parse = new ParsePhase(state, surroundings.parseWorker);
    this.#restate = new MatchRulesPhase(state);
    this.#merge = new MergePhase(state);
    this.#label = new LabelPhase(state, this.parts, this.findings);
  }

  get store(): PageStore {
    return this.#state.store;
  }

  get model(): SiteModel {
    return this.#state.model;
  }

  /** Everything is known of the site as it is: no work is left, and what is to be said of it was said. */
  get isAtRest(): boolean {
    const phases = [this.#look, this.#parse, this.#restate, this.#merge, this.#label, ...(this.checks ? [this.checks] : [])];
    const waits = phases.some(({ due }) => due > 0);
    return this.#state.ready && !waits && !this.#state.idleDue;
  }

  /** The groups, and how many pages they have. */
  get grouped(): { pages: number; groups: GroupLog['all'] } {
    return { pages: this.model.pageCount, groups: this.#merge.groups.all };
  }

  /** See `SiteState.inputs`. */
  inputs(): SiteInputs | undefined {
    return this.#state.inputs();
  }

  regions(page: string): PageRegions {
    return this.#label.regions(page);
  }

  /** Verdicts on a page's nodes, as far as it is checked. */
  verdicts(page: string): PageVerdicts {
    return this.#label.verdicts(page);
  }

  /** The text that the page's tree is of; undefined where the file changed since, which is then due to be parsed. */
  source(page: string): string | undefined {
    return this.#state.source(page);
  }

  /** Of a page that is being typed, the text of its file, which the model's tree is of. */
  savedSource(page: string): string | undefined {
    const record = this.store.get(page);
    return record?.halfTyped ? record.saved?.text : undefined;
  }

  // ---- What may happen to a site; each only lowers states and notes what is due.

  /** Files at which something may have happened. */
  hint(pages: readonly string[]): void {
    this.#state.files.hint(pages);
  }

  /** Folders in which something may have happened. */
  hintFolders(folders: readonly string[]): void {
    this.#state.files.hintFolders(folders);
  }

  rescan(): void {
    this.#state.files.rescan();
  }

  setText({ page, version, text, isSaved = false }: Omit<Extract<EngineCommand, { command: 'text' }>, 'command'>): void {
    const { store, files } = this.#state;
    const known = store.open.get(page);
    const buffer = { version, text, isSaved };
    store.open.set(page, buffer);
    this.#state.idleDue = true;
    if (!files.isPage(page)) return;
    const record = store.add(page);
    record.buffer = buffer;
    this.#label.opened(page);
    if (known?.text !== text) store.lower(record);
    else if (known.version !== version) this.checks?.lower(page);
  }

  closeText(page: string): void {
    const { store } = this.#state;
    store.open.delete(page);
    this.#state.idleDue = true;
    this.#label.closed(page);
    const record = store.get(page);
    if (!record?.buffer) return;
    record.buffer = undefined;
    record.halfTyped = false;
    record.saved = undefined;
    record.unsaved = false;
    store.lower(record);
  }

  changeSettings(settings: Settings): void {
    const old = this.#state.settings;
    this.#state.settings = settings;
    this.#state.idleDue = true;
    const differs = (...keys: (keyof Settings)[]) => keys.some(key => JSON.stringify(old[key]) !== JSON.stringify(settings[key]));
    if (differs('include', 'exclude', 'gitignore')) this.#state.files.rescan();
    if (differs('labels')) {
      this.#parse.restate();
      this.#restate.change(old.labels, settings.labels);
      this.#merge.unsettle();
    }
    const compared = this.checks !== undefined && differs('normalisers');
    const declaring = ({ parts }: Settings): string => JSON.stringify(parts.filter(({ declare }) => declare));
    const known = neededFeatures(old);
    // What another model reads of pages is not in what was parsed for this one.
    const isUnread = differs('grouping') || neededFeatures(settings).some(part => !known.includes(part));
    if (isUnread || differs('maxPageBytes', 'maxDepth') || compared || declaring(old) !== declaring(settings)) {
      this.#parse.restart();
      this.#look.restart();
    }
    if (differs('extractor', 'extractorOptions', 'candidates', 'grouping', 'groupThreshold', 'layouts'))
      this.#rebuild(isUnread ? 'none' : 'same');
    else if (differs('checks', 'support', 'normalisers', 'ignore', 'required', 'maxDepth')) this.#restartChecks();
    if (differs('parts')) {
      this.parts.rename(settings.parts);
      this.#label.sayAgain();
    }
  }

  // ---- Work, in slices.

  /**
   * Does one slice of the work that brings the model up to date, and reports the regions of open pages; false if there is nothing to do.
   * Pages that are open in an editor come first, except in the first index, which reports nothing before it is complete.
   */
  async work(): Promise<boolean> {
    this.#memory?.tidy();
    this.#label.checked(this.checks?.takeChecked() ?? []);
    const { ready } = this.#state;
    if (ready && this.#isOpenDue()) await this.#workOnOpen();
    else if (this.#look.due > 0) this.#lookAround();
    else if (this.#parse.due > 0) await this.#parseSome();
    else if (this.#restate.due > 0) {
      this.#restate.slice(SLICE);
      // An open page may have been merged, and the model settled, since the settings changed.
      this.#merge.unsettle();
    } else if (this.#merge.due > 0) {
      // The first index is settled at once.
      if (!ready) this.#memory?.beforeStep();
      this.#mergeSome(Number.POSITIVE_INFINITY);
    } else if (this.#label.open > 0) this.#labelSome(0);
    else {
      this.#sayReady();
      return false;
    }
    return true;
  }

  /** One slice of what follows from the model: the labels of all pages, where these are wanted, then findings; false where all is done. */
  finish(): boolean {
    // Before the labels: a page whose labels are known is done if it need not be checked.
    if (this.checks && this.findings?.isSettling) this.checks.slice(SLICE);
    else if (this.#label.due > 0) this.#labelSome(SLICE);
    else if (this.checks && this.checks.due > 0) this.checks.slice(CHECK_SLICE);
    else return false;
    this.#skipChecks();
    return true;
  }

  /** A question about the page can be answered as of the last time that the site was settled, with the page's current text. */
  isSettled(page: string): boolean {
    return this.#state.ready && isMerged(this.store.get(page)) && this.model.has(page) && !this.#merge.isUnsettled;
  }

  /** To be called when there is no work: reports what waits for that moment. True if it found work: in paranoid mode, and where a file changed meanwhile. */
  settle(): boolean {
    // An answer may have needed the votes at once.
    this.#skipChecks();
    this.#label.checked(this.checks?.takeChecked() ?? []);
    if (this.#label.open > 0) return true;
    if (this.#state.settings.paranoid && this.#state.idleDue && this.#differsFromFresh()) return true;
    const parts = this.parts.news();
    if (!parts) return true;
    for (const event of [...this.#merge.groups.take(), ...parts]) this.#state.say(event);
    const asked = [...(this.checks?.takeAsked() ?? []), ...this.#state.files.takeAsked()];
    if (asked.length > 0) this.#state.say({ event: 'asked', paths: asked });
    return false;
  }

  /** One slice of what `grouping` asks of the labels of all pages; false where nothing is left. */
  countLabels(): boolean {
    if (this.model.uncounted === 0) return false;
    this.model.countSome(READY_SLICE);
    return true;
  }

  /** What was done since the last call; undefined if nothing happened. */
  takeWork(): WorkCounts | undefined {
    if (!this.#state.idleDue) return undefined;
    this.#state.idleDue = false;
    this.#state.counts.nodesTouched +=
      this.model.takeWorkOfAnswers() + (this.checks?.takeWork() ?? 0) + this.#merge.groups.takeWork();
    const counts = { ...this.#state.counts, pagesChecked: this.checks?.takeCount() ?? 0 };
    this.#state.counts = noWork();
    return counts;
  }

  /** Ends the threads that parse. */
  close(): Promise<void> {
    return this.#parse.close();
  }

  #isOpenDue(): boolean {
    return this.#parse.open.length > 0 || this.#merge.open.length > 0 || this.#label.open > 0;
  }

  async #workOnOpen(): Promise<void> {
    for (const page of await this.#parse.slice(0)) this.#merge.lower(page);
    this.#afterMerge(this.#merge.sliceOpen());
    if (this.#label.open > 0) this.#labelSome(0);
  }

  #lookAround(): void {
    for (const page of this.#look.slice(LOOK_SLICE)) this.#parse.lower(page);
    if (this.#look.due === 0) this.checks?.filesChanged();
  }

  async #parseSome(): Promise<void> {
    for (const page of await this.#parse.slice(this.#state.ready ? READY_SLICE : SLICE)) this.#merge.lower(page);
    // The first index is settled once.
    if (!this.#state.ready) this.#mergeSome(this.#merge.pending);
    else if (this.#merge.due >= BATCH) this.#mergeSome(Number.POSITIVE_INFINITY);
  }

  #mergeSome(budget: number): void {
    this.#afterMerge(this.#merge.slice(budget));
  }

  #afterMerge(pages: readonly string[]): void {
    const same = this.#merge.takeSame();
    // Parts are described by the pages' texts.
    if (same.length > 0) this.parts.forget();
    for (const page of same) {
      this.#label.same(page);
      this.checks?.lower(page);
    }
    const settled = this.#merge.takeSettled();
    if (!settled) return;
    if (settled.change.parts) this.parts.changed();
    this.checks?.settle(settled.change, settled.edited);
    for (const page of pages) {
      this.#label.lower(page);
      if (!this.model.has(page)) this.checks?.lower(page);
    }
    if (settled.change.parts) this.#label.partsChanged();
    this.#labelSome(0);
    if (!this.#state.wanted.labels) for (const page of pages) this.#unjudged.add(page);
    this.#skipChecks();
  }

  #labelSome(budget: number): void {
    if (this.#state.ready && !this.findings?.isSettling) for (const page of this.#label.deviating) this.checks?.check(page);
    for (const page of this.#label.slice(budget)) this.checks?.classified(page);
  }

  #skipChecks(): void {
    if (this.findings?.isSettling) return;
    for (const page of this.#unjudged) this.checks?.classified(page);
    this.#unjudged.clear();
  }

  /**
   * Another model, of the same pages, or of none where all are parsed anew. As in the first index, nothing is asked of it before it is
   * complete; what was reported stays until then.
   */
  #rebuild(pages: 'same' | 'none'): void {
    this.#merge.rebuild({ pages });
    this.parts.forget();
    this.#restartChecks();
  }

  /** All pages are checked anew, because of other settings or another model. */
  #restartChecks(): void {
    if (!this.checks) return;
    this.checks.restart();
    this.#merge.lowerAll();
  }

  #differsFromFresh(): boolean {
    const { model } = this.#state;
    const difference = differenceFromFresh(model, this.#state.freshModel(), this.#state.modelPages(), this.checks);
    if (difference === undefined) return false;
    const message = `The index differs from a fresh one (${difference}); it is rebuilt. Please report this.`;
    this.#state.problem('error', undefined, message);
    this.#rebuild('same');
    return true;
  }

  #sayReady(): void {
    this.#state.ready = true;
    if (this.#isReadySaid) return;
    this.#isReadySaid = true;
    const pages = this.#state.modelPages().length;
    this.#state.say({ event: 'ready', root: this.#state.files.root, pages, groups: this.#merge.groups.size });
  }
}
