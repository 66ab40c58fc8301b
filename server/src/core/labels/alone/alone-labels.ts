import { nameId } from '../../../html/names.ts';
import { type PageTree, TEXT } from '../../../html/tree.ts';
import type { PageDirectives } from '../../directives/page-directives.ts';
import { directedLabels } from '../directed-labels.ts';
import { type CompiledModel, compileModel, type LabelModel, predict } from '../label-model.ts';
import type { NodeLabels } from '../node-labels.ts';
import { thresholds } from '../thresholds.ts';
import weights from './alone-weights.json' with { type: 'json' };
import { isArticle } from './article.ts';
import type { NameScores } from './name-scores.ts';
import { type KeyedPage, textFeatures } from './text-features.ts';

/** Boosted trees over the columns of `textFeatures`, and the scores of names that these read. The log-odds are those that a text is template. */
export interface AloneModel {
  readonly names: NameScores;
  readonly trees: LabelModel;
}

interface CompiledAloneModel {
  readonly names: ReadonlyMap<string, number>;
  readonly trees: CompiledModel;
}

/** Converts a model for `labelsAlone`. */
export function compileAlone({ names, trees }: AloneModel): CompiledAloneModel {
  return { names: new Map(Object.entries(names)), trees: compileModel(trees) };
}

const committed = compileAlone(weights);

/**
 * Labels a page by itself, without other pages of its site. The texts of the body are scored one by one; an element is content if it has content
 * and no template, as in the gold corpus.
 * @param source the text that the page was digested from
 */
export function labelsAlone(
  page: KeyedPage & { readonly directives?: PageDirectives | undefined },
  source: string,
  model: CompiledAloneModel = committed,
): NodeLabels {
  const { tree, directives } = page;
  const rows = textFeatures(page, source, model.names);
  const template = predict(model.trees, rows).map(value => 1 / (1 + Math.exp(-value)));
  const lengths = Float64Array.from(rows.nodes, v => tree.textLength[v]!);
  const least = isArticle(tree, source) ? thresholds.articleCut : 0;
  const labels = labelsOfTexts(tree, rows.nodes, template, Math.max(least, contentCut(template, lengths)));
  return directives ? directedLabels(tree, labels, directives) : labels;
}

/**
 * The probability of being content from which texts are content so that the expected F1 of the characters of the content is greatest: half of that F1
 * (Lipton, Elkan, Naryanaswamy, ECML PKDD 2014), found as in `expectedF1Cut`.
 */
function contentCut(template: Float64Array, lengths: Float64Array): number {
  const expected = template.reduce((sum, p, at) => sum + (1 - p) * lengths[at]!, 0);
  for (let best = 0; ; ) {
    let found = 0;
    let chosen = 0;
    for (let at = 0; at < template.length; at++) {
      if (1 - template[at]! <= best / 2) continue;
      found += (1 - template[at]!) * lengths[at]!;
      chosen += lengths[at]!;
    }
    const better = chosen === 0 ? 0 : (2 * found) / (chosen + expected);
    if (better <= best) return best / 2;
    best = better;
  }
}

/**
 * Labels of all nodes by those of the texts of the body. An element is content if all its texts are, and what has no text if the texts before and after
 * it are. Of the rest of the page, the text of `title` is content.
 */
function labelsOfTexts(tree: PageTree, texts: Int32Array, template: Float64Array, cut: number): NodeLabels {
  const n = tree.size;
  const label = new Uint8Array(n).fill(1);
  const score = new Float64Array(n).fill(1);
  texts.forEach((v, row) => {
    score[v] = template[row]!;
    label[v] = 1 - template[row]! > cut ? 0 : 1;
  });
  // By node: texts before it, those of them that are template, and the label of the next text (1 at the end).
  const before = new Int32Array(n + 1);
  const templates = new Int32Array(n + 1);
  const next = new Uint8Array(n + 1).fill(1);
  for (let v = 0, row = 0; v < n; v++) {
    const isText = texts[row] === v;
    if (isText) row++;
    before[v + 1] = before[v]! + (isText ? 1 : 0);
    templates[v + 1] = templates[v]! + (isText ? label[v]! : 0);
  }
  for (let v = n - 1; v >= 0; v--) next[v] = before[v + 1]! > before[v]! ? label[v]! : next[v + 1]!;
  let last = 1;
  for (let v = 0; v < n; v++) {
    const end = tree.subtreeEnd[v]!;
    const isTitle = tree.kind[v] === TEXT && tree.parent[v]! >= 0 && tree.name[tree.parent[v]!] === title;
    if (before[end]! > before[v]!) {
      const isOwn = end === v + 1;
      if (isOwn) last = label[v]!;
      else label[v] = templates[end]! > templates[v]! ? 1 : 0;
      if (!isOwn) score[v] = label[v] ? 0.75 : 0.25;
    } else if (isTitle || (last === 0 && next[end] === 0)) {
      label[v] = 0;
      score[v] = 0.25;
    }
  }
  return { label, score };
}

const title = nameId('title');
