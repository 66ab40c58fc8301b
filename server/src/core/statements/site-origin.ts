import type { Reason } from 'templens-shared/answers';
import { effects, type LogisticModel, logOdds, probability } from '../counts/logistic.ts';
import weights from './origin-weights.json' with { type: 'json' };
import { styleNames } from './writing-style.ts';

/** The probability is rounded to so many parts of one, so that edits of other pages seldom change it. */
const STEPS = 16;

/** Returns the probability, in sixteenths, that a program writes pages with this evidence. */
export function generatedBy(model: LogisticModel, evidence: Readonly<Record<string, number>>): number {
  return Math.round(probability(logOdds(model, evidence)) * STEPS) / STEPS;
}

/**
 * Estimates whether people or a program write the pages of a site (docs/findings.md, "Confidence"), from the mean and the standard deviation of
 * `writingStyle` over the pages. The sums are of whole numbers, so the result does not depend on the order of edits.
 */
export class SiteOrigin {
  readonly #model: LogisticModel;
  readonly #styles = new Map<string, Uint8Array>();
  readonly #sums = new Float64Array(styleNames.length);
  readonly #squares = new Float64Array(styleNames.length);
  /** Undefined if it is out of date. */
  #generated: number | undefined;

  constructor(model: LogisticModel = weights) {
    this.#model = model;
  }

  /** @param style in 255ths */
  put(page: string, style: Uint8Array): void {
    this.delete(page);
    if (style.length === 0) return;
    this.#styles.set(page, style);
    this.#add(style, 1);
  }

  delete(page: string): void {
    const known = this.#styles.get(page);
    if (known) this.#add(known, -1);
    this.#styles.delete(page);
  }

  #add(style: Uint8Array, sign: 1 | -1): void {
    this.#generated = undefined;
    style.forEach((value, at) => {
      this.#sums[at]! += sign * value;
      this.#squares[at]! += sign * value * value;
    });
  }

  /** The inputs of the model: for each name of `styleNames` the mean over pages, in [0,1], and as `name spread` the standard deviation. */
  get evidence(): Record<string, number> {
    const pages = Math.max(1, this.#styles.size);
    const evidence: Record<string, number> = {};
    styleNames.forEach((name, at) => {
      const mean = this.#sums[at]! / pages;
      evidence[name] = mean / 255;
      evidence[`${name} spread`] = Math.sqrt(Math.max(0, this.#squares[at]! / pages - mean * mean)) / 255;
    });
    return evidence;
  }

  /** The evidence for a program (positive effect) and for people, the strongest first. */
  get reasons(): Reason[] {
    return effects(this.#model, this.evidence);
  }

  /** Probability, in sixteenths, that a program writes the pages. */
  get generated(): number {
    this.#generated ??= this.#styles.size === 0 ? 0.5 : generatedBy(this.#model, this.evidence);
    return this.#generated;
  }
}
