import type { CheckSettings } from 'templens-shared/findings';
import type { HashKey } from '../../../html/keyed-hash.ts';
import { withStepLimit } from '../../../html/steps.ts';
import { LruCache } from '../../counts/lru-cache.ts';
import { parsePage } from '../../directives/parse-page.ts';
import { type ComparedPage, comparedPage } from '../../keys/compared-page.ts';
import type { NodeLabels } from '../../labels/node-labels.ts';
import type { SiteModel } from '../../model/site-model.ts';
import type { ExamplePage } from '../agreement/template-nodes.ts';
import type { CheckWorld } from '../checks/page-rule.ts';
import { thresholds } from '../thresholds.ts';

/** Settings that decide what a page is compared by; `maxDepth` is that of the parser. */
type ComparisonSettings = CheckSettings & { readonly maxDepth?: number };

/** Pages with what they are compared by, made of their texts. Keeps those used last: a site has few example pages. */
export class ComparedPages {
  readonly #settings: ComparisonSettings;
  readonly #key: HashKey;
  readonly #known = new LruCache<ComparedPage>(thresholds.keptPages);
  readonly #labels = new LruCache<NodeLabels>(thresholds.keptPages);

  /** @param key that with which the pages were digested. */
  constructor(settings: ComparisonSettings, key: HashKey) {
    this.#settings = settings;
    this.#key = key;
  }

  /** Undefined where the text of the page cannot be had. */
  get(name: string, world: CheckWorld): ComparedPage | undefined {
    const known = this.#known.get(name);
    if (known) return known;
    const compared = world.comparedWhenParsed?.(name) ?? this.#made(name, world);
    if (compared) this.#known.set(name, compared);
    return compared;
  }

  /** The same with the labels of its nodes, which are computed when they are first read: most pages differ in nothing that they decide. */
  labelled(name: string, world: CheckWorld, model: Pick<SiteModel, 'labels'>): ExamplePage | undefined {
    const compared = this.get(name, world);
    if (!compared) return undefined;
    let labels = this.#labels.get(name);
    const compute = (): NodeLabels => {
      labels = model.labels(name);
      this.#labels.set(name, labels);
      return labels;
    };
    return {
      ...compared,
      get labels() {
        return labels ?? compute();
      },
    };
  }

  /** Must be called when labels may have changed. */
  forgetLabels(): void {
    this.#labels.clear();
  }

  #made(name: string, world: CheckWorld): ComparedPage | undefined {
    const source = world.source(name);
    if (source === undefined) return undefined;
    const { maxDepth } = this.#settings;
    const context = { path: name, settings: this.#settings, key: this.#key };
    const options = { path: name, ...(maxDepth !== undefined && { maxDepth }) };
    // Not among the steps of the page that is checked: whether this one was kept must not decide whether that one is skipped.
    return withStepLimit(source.length, () => comparedPage(parsePage(source, options), source, context));
  }

  /** Forgets a page whose text may have changed. */
  delete(name: string): void {
    this.#known.delete(name);
  }
}
