// Checks a site that is given as a map of path to text.
import { type CheckSettings, defaultCheckSettings } from 'templens-shared/findings';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { SiteChecks } from '../../server/src/core/findings/candidates/site-checks.ts';
import type { Check } from '../../server/src/core/findings/checks/check.ts';
import { allChecks } from '../../server/src/core/findings/checks/index.ts';
import type { Finding } from '../../server/src/core/findings/finding.ts';
import type { LabelModel } from '../../server/src/core/labels/label-model.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import type { HashKey } from '../../server/src/html/keyed-hash.ts';
import { matchesGlobs } from '../../server/src/site/page-filter.ts';

let keys = 0;

function nextKey(): HashKey {
  return { k0: ++keys, k1: ~keys };
}

/** A site in memory whose pages can be edited, with its findings. */
export class CheckedSite {
  readonly texts = new Map<string, string>();
  /** Texts of files that are no pages. */
  readonly files = new Map<string, string>();
  /** Returns the text of such a file; undefined if it does not exist. */
  read = (path: string): string | undefined => this.files.get(path);
  readonly model: SiteModel;
  readonly checks: SiteChecks;
  readonly settings: CheckSettings;
  readonly #exists: (path: string) => boolean;
  readonly #key: HashKey;
  #edited = new Set<string>();

  /**
   * @param exists is there such a file? Without it, the pages are all there is.
   * @param key with which texts are hashed; each site has another one, and findings do not depend on it.
   * @param labelModel in place of the committed weights of the default labels.
   */
  constructor(
    texts: Iterable<readonly [string, string]>,
    settings: Partial<CheckSettings> = {},
    exists = (path: string) => this.texts.has(path) || this.files.has(path),
    checks: readonly Check[] = allChecks,
    key: HashKey = nextKey(),
    labelModel?: LabelModel,
  ) {
    this.model = new SiteModel({
      extractor: 'default',
      grouping: 'default',
      groupThreshold: null,
      ...(labelModel && { labelModel }),
    });
    this.#exists = exists;
    this.#key = key;
    this.settings = { ...defaultCheckSettings, ...settings };
    this.checks = new SiteChecks(this.model, this.settings, key, checks);
    for (const [page, text] of texts) this.put(page, text);
    this.settle();
  }

  put(page: string, text: string): void {
    this.texts.set(page, text);
    this.model.upsert(page, digestText(text, 'default', { path: page }, { settings: this.settings, key: this.#key }));
    this.#edited.add(page);
  }

  remove(page: string): void {
    if (!this.texts.delete(page)) return;
    this.model.remove(page);
    this.#edited.add(page);
  }

  /** Pages whose findings may have changed. */
  settle(): string[] {
    const edited = this.#edited;
    this.#edited = new Set();
    return this.checks.settle(this.model.settle(), edited);
  }

  findings(page: string): Finding[] {
    const source = (name: string) => this.texts.get(name);
    return this.checks.check(page, { source, read: this.read, exists: this.#exists, matches: matchesGlobs });
  }

  /** The marked text of each finding of a page, with its code. */
  reports(page: string): string[] {
    const text = this.texts.get(page)!;
    return this.findings(page).map(({ code, start, end, message }) => `${code} [${text.slice(start, end)}] ${message}`);
  }

  /** As `all`, without findings of less confidence than the settings want. */
  reported(): Map<string, Finding[]> {
    const all = this.all();
    this.checks.settleJudgements();
    const isWorth = (page: string, finding: Finding): boolean =>
      this.checks.judge.judge(page, finding).confidence >= this.settings.minConfidence;
    const kept = [...all].map(([page, findings]): [string, Finding[]] => [page, findings.filter(each => isWorth(page, each))]);
    return new Map(kept.filter(([, findings]) => findings.length > 0));
  }

  /** Findings of all pages, by page, whatever their confidence, without pages that have none. */
  all(): Map<string, Finding[]> {
    const found = new Map<string, Finding[]>();
    for (const page of [...this.texts.keys()].sort()) {
      const findings = this.findings(page);
      if (findings.length > 0) found.set(page, findings);
    }
    return found;
  }
}
