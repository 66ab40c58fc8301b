import type { Reason } from 'templens-shared/answers';
import type { CheckSettings } from 'templens-shared/findings';
import type { PackedChecks } from '../../digest/packed-checks.ts';
import type { Finding } from '../finding.ts';
import { type ExplanationName, explain, type Surroundings } from './explanations.ts';
import { InboundLinks } from './inbound-links.ts';
import weights from './judge-weights.json' with { type: 'json' };
import { KindTable } from './kind-table.ts';
import { effects, type LogisticModel, logOdds, probability } from './logistic.ts';
import { SiteOrigin } from './site-origin.ts';

/** Steps of a confidence: edits elsewhere seldom change it. */
const CONFIDENCE_STEPS = 20;
/** Steps of the share of a page that others have, too. */
const SHARED_STEPS = 8;

/** A finding as the judge sees it. */
export interface Judgement {
  /** Probability, in [0,1], that a maintainer of the site would thank for the finding. */
  readonly confidence: number;
  /** By name, what it was judged by; absent where the finding needs no judge. */
  readonly explanations?: Readonly<Record<ExplanationName, number>>;
}

/** What the user wants reported, or marked by hand, is not in question. */
const CERTAIN = /^(?:templens\/|dreamweaver\/|template\/required-node$)/;

/**
 * Judges what was found on the pages of a site (docs/findings.md, "Confidence"). A function of all that was put in, whatever the order.
 */
export class SiteJudge {
  readonly #model: LogisticModel;
  readonly #pages: CheckSettings['pages'];
  readonly #origin = new SiteOrigin();
  readonly #kinds = new KindTable();
  readonly #inbound = new InboundLinks();
  readonly #sharedShare: (page: string) => number;
  /** Pages that share more or less with others than at the last `settle`. */
  readonly #reshared = new Set<string>();
  readonly #found = new Map<string, readonly Finding[]>();
  /** `generated` as it was at the last `settle`. */
  #settledGenerated: number;

  /**
   * @param sharedShare share, in [0,1], of a page's nodes that other pages have, too
   * @param pages who writes the pages, if the user says so
   */
  constructor(sharedShare: (page: string) => number, pages: CheckSettings['pages'] = null, model: LogisticModel = weights) {
    this.#sharedShare = sharedShare;
    this.#pages = pages;
    this.#model = model;
    this.#settledGenerated = this.generated;
  }

  /** Probability, in sixteenths, that a program writes the pages of the site. */
  get generated(): number {
    if (this.#pages !== null) return this.#pages === 'generated' ? 1 : 0;
    return this.#origin.generated;
  }

  /** Takes a page in, or replaces it. */
  putPage(page: string, { isCompared, style, links }: Pick<PackedChecks, 'isCompared' | 'style' | 'links'>): void {
    if (!isCompared) return this.deletePage(page);
    this.#origin.put(page, style);
    this.#inbound.put(page, links);
  }

  /** The page shares more or less with others than before. */
  noteShared(page: string): void {
    this.#reshared.add(page);
  }

  deletePage(page: string): void {
    this.#origin.delete(page);
    this.#inbound.delete(page);
    this.put(page, []);
  }

  /** Replaces what was found on a page. */
  put(page: string, findings: readonly Finding[]): void {
    const judged = findings.filter(({ code }) => !CERTAIN.test(code));
    this.#kinds.put(page, judged);
    if (judged.length > 0) this.#found.set(page, judged);
    else this.#found.delete(page);
  }

  /** The pages of which something else may hold than at the last call, beside those put in since. */
  settle(): Set<string> {
    const affected = this.#kinds.settle();
    for (const page of [...this.#inbound.settle(), ...this.#reshared]) if (this.#found.has(page)) affected.add(page);
    this.#reshared.clear();
    const { generated } = this;
    if (generated !== this.#settledGenerated) for (const page of this.#found.keys()) affected.add(page);
    this.#settledGenerated = generated;
    return affected;
  }

  /** See `SiteOrigin`. */
  get originEvidence(): Record<string, number> {
    return this.#origin.evidence;
  }

  /** What speaks for a program as the writer of the pages, and against it; nothing if the user says who writes them. */
  get originReasons(): Reason[] {
    return this.#pages === null ? this.#origin.reasons : [];
  }

  /** What speaks for a finding that was put in, and against it, the strongest first. */
  reasons(page: string, finding: Finding): Reason[] {
    const { explanations } = this.judge(page, finding);
    return explanations ? effects(this.#model, explanations) : [];
  }

  /** What is known of the site beside a finding that was put in. */
  surroundings(page: string, finding: Finding): Surroundings {
    return {
      generated: this.generated,
      findings: this.#found.get(page)?.length ?? 1,
      kind: this.#kinds.of(finding),
      isLinked: this.#inbound.isLinked(page),
      shared: Math.round(this.#sharedShare(page) * SHARED_STEPS) / SHARED_STEPS,
      isHome: /^(?:index|default|home)\.\w+$/i.test(page),
    };
  }

  /** The judgement of a finding that was put in. */
  judge(page: string, finding: Finding): Judgement {
    if (CERTAIN.test(finding.code)) return { confidence: 1 };
    const explanations = explain(finding, this.surroundings(page, finding));
    const confidence = Math.round(probability(logOdds(this.#model, explanations)) * CONFIDENCE_STEPS) / CONFIDENCE_STEPS;
    return { confidence, explanations };
  }
}
