// How much work a change of a site takes, counted, in a site of any size.
import { defaultCheckSettings } from 'templens-shared/findings';
import type { LabelRule } from 'templens-shared/settings';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { SiteChecks } from '../../server/src/core/findings/candidates/site-checks.ts';
import { compileLabelRules, matchRules } from '../../server/src/core/labels/label-rules.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { PartDescriptions } from '../../server/src/core/parts/descriptions.ts';
import { countSteps } from '../../server/src/html/steps.ts';
import { matchesGlobs } from '../../server/src/site/page-filter.ts';

/** Changes of each kind; their median is compared, since now and then one changes a sample. */
const repeats = 7;
const key = { k0: 1, k1: 2 };

export const changes = ['an edited text', 'a lost block', 'a page added', 'a page removed'] as const;

/** The pages of a site: the text of each, the block that one loses, and rules about labels. */
export interface GrowingShape {
  readonly page: (at: number, revision: number) => string;
  readonly block: RegExp;
  readonly rules?: readonly LabelRule[];
}

export const nameOf = (at: number): string => `folder-${at % 20}/${at}.html`;

/** Work of the model, of the labels and of the checks, by the kind of change: medians. */
export interface Work {
  settle: number;
  labels: number;
  votes: number;
  steps: number;
  /** Parts that were named: since their names differ, all of them where one changed. */
  parts: number;
}

/** A site in memory, with its labels and findings. */
class Site {
  readonly #shape: GrowingShape;
  readonly #model: SiteModel;
  readonly #checks: SiteChecks;
  readonly #texts = new Map<string, string>();
  readonly #edited = new Set<string>();
  readonly #descriptions = new PartDescriptions();

  constructor(shape: GrowingShape, size: number) {
    this.#shape = shape;
    this.#model = new SiteModel({ extractor: 'default', groupThreshold: null, labelRules: shape.rules ?? [] });
    this.#checks = new SiteChecks(this.#model, defaultCheckSettings, key);
    for (let at = 0; at < size; at++) this.put(at);
    this.work();
  }

  put(at: number, revision = 0, edit = (text: string) => text): void {
    const name = nameOf(at);
    const text = edit(this.#shape.page(at, revision));
    this.#texts.set(name, text);
    const digest = digestText(text, 'default', { path: name }, { settings: defaultCheckSettings, key });
    const found = { tree: digest.tree, source: text, page: name };
    const { ruleMatches } = matchRules(compileLabelRules(this.#shape.rules ?? []), found, matchesGlobs);
    this.#model.upsert(name, ruleMatches.length > 0 ? { ...digest, ruleMatches } : digest);
    this.#edited.add(name);
  }

  remove(at: number): void {
    this.#texts.delete(nameOf(at));
    this.#model.remove(nameOf(at));
    this.#edited.add(nameOf(at));
  }

  /** Brings all up to date, and counts. */
  work(): Work {
    const change = this.#model.settle();
    const affected = this.#checks.settle(change, this.#edited);
    this.#edited.clear();
    for (const name of change.relabel) this.#model.labels(name);
    const world = {
      source: (name: string) => this.#texts.get(name),
      exists: (path: string) => this.#texts.has(path),
      read: () => undefined,
      matches: matchesGlobs,
    };
    const steps = countSteps(() => {
      for (const name of affected) this.#checks.check(name, world);
    });
    const named = change.parts ? this.#model.parts.named(name => this.#texts.get(name)!, this.#descriptions) : [];
    return {
      settle: change.work.nodesTouched,
      labels: this.#model.takeWorkOfAnswers(),
      votes: this.#checks.takeWork(),
      steps: steps + affected.length,
      parts: named.length,
    };
  }
}

/** The median work of each change in a site of this size. */
export function workOf(shape: GrowingShape, size: number): Record<(typeof changes)[number], Work> {
  const site = new Site(shape, size);
  const median = (change: (round: number) => void): Work => {
    const work = Array.from({ length: repeats }, (_, round) => {
      change(round);
      return site.work();
    });
    const middle = (count: keyof Work) => work.map(each => each[count]).sort((a, b) => a - b)[repeats >> 1]!;
    return {
      settle: middle('settle'),
      labels: middle('labels'),
      votes: middle('votes'),
      steps: middle('steps'),
      parts: middle('parts'),
    };
  };
  const edited = median(round => site.put(7, round + 1));
  const lost = median(round => site.put(9, round + 1, text => text.replace(shape.block, '')));
  site.put(9);
  site.work();
  return {
    'an edited text': edited,
    'a lost block': lost,
    'a page added': median(round => site.put(size + round)),
    'a page removed': median(round => site.remove(size + round)),
  };
}
