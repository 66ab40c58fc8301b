import type { Reason } from 'templens-shared/answers';
import type { CheckSettings } from 'templens-shared/findings';
import { isHomePage } from '../../../html/page-address.ts';
import { effects, type LogisticModel, logOdds, probability } from '../../counts/logistic.ts';
import type { PackedChecks } from '../../digest/packed-checks.ts';
import { PackageTable } from '../../statements/package-table.ts';
import { SiteOrigin } from '../../statements/site-origin.ts';
import { type ExplanationName, explain, type Surroundings } from '../explanations/explanations.ts';
import type { Finding } from '../finding.ts';
import { thresholds } from '../thresholds.ts';
import weights from './judge-weights.json' with { type: 'json' };

/** The result of judging a finding. */
export interface Judgement {
  /** Probability, in [0,1], that a maintainer of the site would thank for the finding. */
  readonly confidence: number;
  /** The numbers that were weighed, by name; missing if the finding is certain. */
  readonly explanations?: Readonly<Record<ExplanationName, number>>;
}

/** Codes of findings that follow from settings or marks of the user: they are always reported. */
const CERTAIN = /^(?:templens\/|dreamweaver\/|template\/required-node$)/;

/** Gives findings a confidence (docs/findings.md, "Confidence"). The result does not depend on the order of edits. */
export class SiteJudge {
  readonly #model: LogisticModel;
  readonly #pages: CheckSettings['pages'];
  readonly #origin = new SiteOrigin();
  readonly #packages = new PackageTable();
  /** Pages with findings that are judged. */
  readonly #judged = new Set<string>();
  /** Value of `generated` at the last `settle`. */
  #settledGenerated: number;

  /**
   * @param pages the setting `pages`; null if the sources decide
   */
  constructor(pages: CheckSettings['pages'] = null, model: LogisticModel = weights) {
    this.#pages = pages;
    this.#model = model;
    this.#settledGenerated = this.generated;
  }

  /** Probability, in sixteenths, that a program writes the pages of the site. */
  get generated(): number {
    if (this.#pages !== null) return this.#pages === 'generated' ? 1 : 0;
    return this.#origin.generated;
  }

  /** Adds or replaces a page. */
  putPage(page: string, { isCompared, style }: Pick<PackedChecks, 'isCompared' | 'style'>): void {
    if (!isCompared) return this.deletePage(page);
    this.#origin.put(page, style);
    this.#packages.addPage(page);
  }

  deletePage(page: string): void {
    this.#origin.delete(page);
    this.clear(page);
    this.#packages.deletePage(page);
  }

  /**
   * Replaces the findings of a page.
   * @param exists true if there is a file at this path from the site's root
   */
  put(page: string, findings: readonly Finding[], exists: (path: string) => boolean): void {
    if (findings.every(({ code }) => CERTAIN.test(code))) return this.clear(page);
    this.#judged.add(page);
    this.#packages.ask(page, exists);
  }

  /** Removes the findings of a page. */
  clear(page: string): void {
    this.#judged.delete(page);
    this.#packages.forget(page);
  }

  /** Returns the pages whose findings may have another confidence than at the last call because of other pages. */
  settle(): Set<string> {
    const affected = this.#packages.settle();
    const { generated } = this;
    if (generated !== this.#settledGenerated) for (const page of this.#judged) affected.add(page);
    this.#settledGenerated = generated;
    return affected;
  }

  /** See `SiteOrigin`. */
  get originEvidence(): Record<string, number> {
    return this.#origin.evidence;
  }

  /** See `SiteOrigin.reasons`; empty if the setting `pages` says who writes the pages. */
  get originReasons(): Reason[] {
    return this.#pages === null ? this.#origin.reasons : [];
  }

  /** The reasons for and against a finding that was put in, the strongest first. */
  reasons(page: string, finding: Finding): Reason[] {
    const { explanations } = this.judge(page, finding);
    return explanations ? effects(this.#model, explanations) : [];
  }

  /** Facts about a page and its site, for the findings of the page. */
  surroundings(page: string): Surroundings {
    return {
      generated: this.generated,
      isHome: isHomePage(page),
      isOtherPackage: this.#packages.has(page),
    };
  }

  /** The judgement of a finding that was put in. */
  judge(page: string, finding: Finding): Judgement {
    if (CERTAIN.test(finding.code)) return { confidence: 1 };
    const explanations = explain(finding, this.surroundings(page));
    const confidence =
      Math.round(probability(logOdds(this.#model, explanations)) * thresholds.confidenceSteps) / thresholds.confidenceSteps;
    return { confidence, explanations };
  }
}
