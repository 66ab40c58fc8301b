// A user who corrects labels: of a page drawn at random the largest wrong region, by a rule that is looked at on a few other pages before it
// is made. The gold labels say what is wrong.
import type { LabelRule } from 'templens-shared/settings';
import { samplePages } from '../../server/src/core/counts/page-sample.ts';
import type { PageDirectives } from '../../server/src/core/directives/page-directives.ts';
import { decidedRows, directedLabels } from '../../server/src/core/labels/directed-labels.ts';
import { compileModel, type LabelModel, labelRows, predict } from '../../server/src/core/labels/label-model.ts';
import { elementSelector, type RuleMatch, withRules } from '../../server/src/core/labels/label-rules.ts';
import { LearnedScores, type LearningOptions } from '../../server/src/core/labels/learned-scores.ts';
import type { NodeLabels } from '../../server/src/core/labels/node-labels.ts';
import { pageLabels } from '../../server/src/core/labels/page-labels.ts';
import { PooledScores } from '../../server/src/core/labels/pooled-scores.ts';
import {
  bestSelector,
  differentPages,
  type Reach,
  type SelectorPage,
  selectorPage,
} from '../../server/src/core/labels/rule-selectors.ts';
import { TeachingPages } from '../../server/src/core/labels/teaching-pages.ts';
import { thresholds } from '../../server/src/core/labels/thresholds.ts';
import { isLabelled } from '../../server/src/html/access.ts';
import { ELEMENT, TEXT } from '../../server/src/html/tree.ts';
import { randomNumbers } from '../../server/src/lab/random-numbers.ts';
import { siteViews, type TrainingPage } from '../../server/src/lab/training/label-training.ts';
import type { GoldSite } from './gold.ts';
import { scorePage } from './score.ts';

/** Pages that the user looks at before a rule is made that is about more than one. */
const LOOKED_AT = 5;

/** Label of a node or a subtree: 1 is template, 0 content; both where a subtree has both, none where it has no labelled node. */
const BOTH = -1;
const NONE = -2;

interface TaughtPage extends TrainingPage, Omit<SelectorPage, 'tree'> {
  id: number;
  hash: number;
  isKey: boolean;
  logOdds: Float64Array;
  pooled: Float64Array;
  /** Gold label of each tree node, and of its whole subtree. */
  gold: Int8Array;
  below: Int8Array;
}

/** A site with the labels of a model, to be corrected. */
export class TaughtSite {
  readonly #site: GoldSite;
  readonly #model: ReturnType<typeof compileModel>;
  readonly #pages: readonly TaughtPage[];

  /** @param model one that has not seen the site */
  constructor(site: GoldSite, model: LabelModel) {
    this.#site = site;
    this.#model = compileModel(model);
    const [view] = siteViews(site, { sizes: [], perSize: 0, sampleWeight: 1 }, 1);
    const pool = new PooledScores();
    const scored = view!.pages.map((page, id) => ({
      ...page,
      id,
      name: page.page,
      hash: page.pooling.hash,
      logOdds: predict(this.#model, page.rows),
    }));
    for (const { id, pooling, logOdds } of samplePages(scored, thresholds.pooledPages)) pool.put(id, pooling.keys, logOdds);
    this.#pages = scored.map(page => ({
      ...page,
      ...selectorPage(page.name, page.tree, site.read(page.name), placesOf(page)),
      ...goldOf(page),
      isKey: site.pages.get(page.name)!.key,
      pooled: pool.pooled(page.pooling.keys, page.logOdds),
    }));
  }

  /** Mean F1 over the key pages after 0, 1, ... `corrections`; it stays where nothing is left to correct. */
  teach(corrections: number, seed: number, learning: LearningOptions): number[] {
    const random = randomNumbers(seed);
    const rules: LabelRule[] = [];
    const scores: number[] = [];
    for (;;) {
      const label = this.#labels(rules, learning);
      scores.push(this.#score(label));
      if (scores.length > corrections) return scores;
      for (const page of shuffled(this.#pages, random)) {
        const wrong = largestWrong(page, label(page).label);
        if (!wrong) continue;
        rules.push(this.#rule(page, wrong));
        break;
      }
    }
  }

  #labels(rules: readonly LabelRule[], learning: LearningOptions): (page: TaughtPage) => NodeLabels {
    const learned = new LearnedScores(learning);
    const directives = (page: TaughtPage) => this.#directives(page, rules);
    const teaching = new TeachingPages<TaughtPage>();
    for (const page of this.#pages)
      teaching.put(
        page,
        this.#ruleMatches(page, rules).map(({ rule }) => rule),
      );
    for (const page of teaching.pages)
      learned.put(page.id, page.pooling.keys, page.logOdds, decidedRows(page.tree, page.rows.nodes, directives(page)!));
    return page => {
      const taught = learned.learned(page.pooling.keys, page.logOdds);
      const logOdds = taught ? page.pooled.map((value, row) => value + taught[row]!) : page.pooled;
      const labels = labelRows(this.#model, page.tree, page.rows, logOdds);
      const decided = directives(page);
      return decided ? directedLabels(page.tree, labels, decided) : labels;
    };
  }

  #ruleMatches(page: TaughtPage, rules: readonly LabelRule[]): RuleMatch[] {
    return rules.flatMap(({ select, layout, pages }, rule) => {
      if ((layout !== undefined && layout !== page.group) || (pages && !pages.includes(page.name))) return [];
      return page.matches(elementSelector(select)).map(node => ({ rule, node }));
    });
  }

  #directives(page: TaughtPage, rules: readonly LabelRule[]): PageDirectives | undefined {
    return withRules(page.tree, undefined, this.#ruleMatches(page, rules), rules);
  }

  #score(label: (page: TaughtPage) => NodeLabels): number {
    const keyPages = this.#pages.filter(({ isKey }) => isKey);
    const sum = keyPages.reduce((total, page) => {
      const group = { template: page.group, layout: page.group, pages: 1 };
      return total + scorePage(this.#site.nodes(page.name), pageLabels(page.name, group, page.tree, label(page)).nodes).f1;
    }, 0);
    return sum / keyPages.length;
  }

  /** The rule that reaches furthest, of those that are right on this page and on the pages that the user looks at. */
  #rule(page: TaughtPage, wrong: Wrong): LabelRule {
    const label = wrong.label === 1 ? 'template' : 'content';
    const others = this.#pages.filter(other => other !== page);
    const scopes: { pages: TaughtPage[]; limits: Partial<LabelRule> }[] = [
      { pages: others, limits: {} },
      { pages: others.filter(({ group }) => group === page.group), limits: { layout: page.group } },
      { pages: [], limits: { pages: [page.name] } },
    ];
    let select = '';
    for (const { pages, limits } of scopes) {
      for (const reach of ['alike', 'one'] satisfies Reach[]) {
        const found = bestSelector(page, wrong.node, reach, samplePages(pages, thresholds.sampledPages));
        if (found === undefined) continue;
        select = found;
        const looked = differentPages(found, page, pages, LOOKED_AT);
        const isRight = [page, ...pages.filter(({ name }) => looked.includes(name))].every(shown =>
          shown.matches(found).every(node => agrees(shown, { ...wrong, node })),
        );
        if (isRight) return { select: written(found, wrong), ...limits, label };
      }
    }
    return { select: written(select, wrong), pages: [page.name], label };
  }
}

function written(select: string, { isText }: Wrong): string {
  return isText ? `${select}::text` : select;
}

/** An element whose gold labels are one and partly missed; with `isText`, the texts directly in it. */
interface Wrong {
  node: number;
  isText: boolean;
  label: number;
}

function largestWrong(page: TaughtPage, label: Uint8Array): Wrong | undefined {
  const { tree, gold, below } = page;
  const wrongBefore = new Int32Array(tree.size + 1);
  for (let node = 0; node < tree.size; node++)
    wrongBefore[node + 1] = wrongBefore[node]! + (gold[node]! >= 0 && gold[node] !== label[node] ? 1 : 0);
  let most = 0;
  let best: Wrong | undefined;
  const consider = (wrong: Wrong, count: number) => {
    if (count <= most) return;
    most = count;
    best = wrong;
  };
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT) continue;
    const count = wrongBefore[tree.subtreeEnd[node]!]! - wrongBefore[node]!;
    if (count === 0) continue;
    if (below[node]! >= 0) consider({ node, isText: false, label: below[node]! }, count);
    else {
      const texts = textsOf(page, node);
      const [first] = texts;
      const isOne = texts.every(text => gold[text] === gold[first!]);
      if (first !== undefined && isOne)
        consider({ node, isText: true, label: gold[first]! }, texts.filter(text => label[text] !== gold[text]).length);
    }
  }
  return best;
}

/** Are the gold labels of all that the correction decides at its node what it says? */
function agrees(page: TaughtPage, { node, isText, label }: Wrong): boolean {
  if (!isText) return page.below[node] === label || page.below[node] === NONE;
  return textsOf(page, node).every(text => page.gold[text] === label);
}

/** The labelled texts directly in an element that have a gold label. */
function textsOf({ tree, gold }: TaughtPage, element: number): number[] {
  const texts: number[] = [];
  for (let node = element + 1; node < tree.subtreeEnd[element]!; node = tree.subtreeEnd[node]!)
    if (tree.kind[node] === TEXT && gold[node]! >= 0) texts.push(node);
  return texts;
}

function placesOf({ tree, rows, pooling }: TrainingPage): Int32Array {
  const places = new Int32Array(tree.size).fill(-1);
  for (const [row, node] of rows.nodes.entries()) if (tree.kind[node] === ELEMENT) places[node] = pooling.keys.places[row]!;
  return places;
}

function goldOf({ tree, rows, targets }: TrainingPage): { gold: Int8Array; below: Int8Array } {
  const gold = new Int8Array(tree.size).fill(NONE);
  for (const [row, node] of rows.nodes.entries()) if (targets[row] !== 255) gold[node] = targets[row]!;
  const below = gold.slice();
  for (let node = tree.size - 1; node > 0; node--) {
    // Nodes without a gold label that are judged, such as those that the HTML5 parser has elsewhere, are of no label.
    if (isLabelled(tree, node) && gold[node] === NONE) below[node] = BOTH;
    const parent = tree.parent[node]!;
    if (parent < 0 || below[node] === NONE) continue;
    if (below[parent] === NONE) below[parent] = below[node]!;
    else if (below[parent] !== below[node]) below[parent] = BOTH;
  }
  return { gold, below };
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const result = [...list];
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [result[at], result[other]] = [result[other]!, result[at]!];
  }
  return result;
}
