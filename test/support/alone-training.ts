// Trains the labels of a page alone: texts of pages whose content is known, from the gold corpus and from WCXB.
import { defaultSettings } from 'templens-shared/settings';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import type { PageDigest } from '../../server/src/core/digest/page-digest.ts';
import type { AloneModel } from '../../server/src/core/labels/alone/alone-labels.ts';
import { elementNames } from '../../server/src/core/labels/alone/name-scores.ts';
import { textBlocks } from '../../server/src/core/labels/alone/text-blocks.ts';
import { textFeatures } from '../../server/src/core/labels/alone/text-features.ts';
import { nodeText } from '../../server/src/html/access.ts';
import { ELEMENT } from '../../server/src/html/tree.ts';
import { randomNumbers } from '../../server/src/lab/random-numbers.ts';
import { type BoostingOptions, trainBoostedTrees } from '../../server/src/lab/training/gradient-boosting.ts';
import { decodePage } from '../../server/src/site/decode.ts';
import { alignedWords } from './aligned-words.ts';
import { type ExtractionPage, textWords } from './extraction-sets.ts';
import { type GoldSite, goldNodes } from './gold.ts';

/** A page whose texts are known to be content or template. */
export interface AlonePage {
  readonly site: string;
  readonly text: string;
  readonly digest: PageDigest;
  /** Readable texts of the body, as `textFeatures` has them, with the share of each that is content, 0 to 1; NaN if it is not known. */
  readonly texts: Int32Array;
  readonly content: Float64Array;
  /** Weight of the page. */
  readonly weight: number;
}

/** Settings of the training. */
export interface AloneOptions extends BoostingOptions {
  /** Texts drawn of each page, about. */
  readonly rowsPerPage: number;
  /** Names are scored that stand on at least this many sites. */
  readonly nameSites: number;
  /** Most names. */
  readonly names: number;
  /** Weight of a site of the corpus; a page of WCXB has 1. */
  readonly siteWeight: number;
}

export const aloneOptions: AloneOptions = {
  trees: 100,
  learningRate: 0.15,
  penalty: 5,
  leafWeight: 5,
  columnShare: 0.3,
  seed: 1,
  rowsPerPage: 80,
  nameSites: 10,
  names: 400,
  siteWeight: 20,
};

/** The pages of a site of the corpus. */
export function corpusPages(site: GoldSite, { siteWeight }: AloneOptions): AlonePage[] {
  return [...site.pages].map(([page, { rules }]) => {
    const text = site.read(page);
    const isContent = new Map(
      goldNodes(text, rules).flatMap(({ kind, start, label }) => (kind === 'text' ? [[start, label === 'content' ? 1 : 0]] : [])),
    );
    const { digest, texts } = read(text);
    const content = Float64Array.from(texts, v => isContent.get(digest.tree.start[v]!) ?? Number.NaN);
    return { site: site.name, text, digest, texts, content, weight: siteWeight / site.pages.size };
  });
}

/** A page whose content is known as words: a text is content as far as its words are in the longest common subsequence. */
export function alignedPage({ site, bytes, gold }: ExtractionPage): AlonePage {
  const text = decodePage(bytes);
  const { digest, texts } = read(text);
  const words = Array.from(texts, v => textWords(nodeText(digest.tree, text, v)));
  const taken = alignedWords(
    words.flat().map(word => word.toLowerCase()),
    gold.map(word => word.toLowerCase()),
  );
  let at = 0;
  const content = Float64Array.from(words, list => {
    let found = 0;
    for (let i = 0; i < list.length; i++) found += taken[at++]!;
    return list.length === 0 ? Number.NaN : found / list.length;
  });
  return { site, text, digest, texts, content, weight: 1 };
}

function read(text: string): { digest: PageDigest; texts: Int32Array } {
  const digest = digestText(text, 'default', { maxDepth: defaultSettings.maxDepth });
  return { digest, texts: textBlocks(digest.tree, text).texts };
}

/** A model that has seen these pages. */
export function trainAlone(pages: readonly AlonePage[], options: AloneOptions): AloneModel {
  const names = nameScores(pages, options);
  const scores = new Map(Object.entries(names));
  const random = randomNumbers(options.seed);
  const targets: number[] = [];
  const weights: number[] = [];
  const drawn: { values: Uint8Array; stride: number; row: number }[] = [];
  let columns = 0;
  for (const { digest, text, texts, content, weight } of pages) {
    const { values, stride } = textFeatures(digest, text, scores);
    if (texts.length === 0) continue;
    columns = values.length / stride;
    // Long texts count by the square root of their length.
    const length = (row: number): number => Math.sqrt(4 + digest.tree.textLength[texts[row]!]!);
    let all = 0;
    for (let row = 0; row < texts.length; row++) all += length(row);
    const share = Math.min(1, options.rowsPerPage / texts.length);
    for (let row = 0; row < texts.length; row++) {
      if (Number.isNaN(content[row]!) || (content[row]! > 0.2 && content[row]! < 0.6) || random() >= share) continue;
      targets.push(content[row]! >= 0.6 ? 0 : 1);
      weights.push((100 * weight * length(row)) / (all * share));
      drawn.push({ values, stride, row });
    }
  }
  const values = new Uint8Array(columns * drawn.length);
  drawn.forEach((from, at) => {
    for (let column = 0; column < columns; column++)
      values[column * drawn.length + at] = from.values[column * from.stride + from.row]!;
  });
  const data = { values, columns, targets: Uint8Array.from(targets), weights: Float64Array.from(weights) };
  return { names, trees: trainBoostedTrees(data, options) };
}

/**
 * Log-odds, in steps of 1/8, that text in an element with a name is content, less those of all texts; each site counts alike. Only the names that say
 * most are kept.
 */
function nameScores(pages: readonly AlonePage[], { nameSites, names: most }: AloneOptions): Record<string, number> {
  interface Tally {
    readonly sites: Set<string>;
    content: number;
    all: number;
  }
  const tallies = new Map<string, Tally>();
  const whole: Tally = { sites: new Set(), content: 0, all: 0 };
  for (const { site, text, digest, texts, content, weight } of pages) {
    const { tree } = digest;
    const known = Array.from(texts.keys()).filter(row => !Number.isNaN(content[row]!));
    const before = { content: new Float64Array(tree.size + 1), all: new Float64Array(tree.size + 1) };
    const total = known.reduce((sum, row) => sum + Math.sqrt(4 + tree.textLength[texts[row]!]!), 0);
    for (const row of known) {
      const share = (weight * Math.sqrt(4 + tree.textLength[texts[row]!]!)) / total;
      before.all[texts[row]! + 1] = share;
      before.content[texts[row]! + 1] = share * content[row]!;
    }
    for (let v = 0; v < tree.size; v++) for (const sums of [before.all, before.content]) sums[v + 1] = sums[v + 1]! + sums[v]!;
    const add = (tally: Tally, from: number, to: number): void => {
      tally.sites.add(site);
      tally.content += before.content[to]! - before.content[from]!;
      tally.all += before.all[to]! - before.all[from]!;
    };
    add(whole, 0, tree.size);
    for (let v = 0; v < tree.size; v++) {
      if (tree.kind[v] !== ELEMENT || before.all[tree.subtreeEnd[v]!]! === before.all[v]!) continue;
      for (const name of elementNames(tree, text, v)) {
        const tally = tallies.get(name) ?? { sites: new Set(), content: 0, all: 0 };
        tallies.set(name, tally);
        add(tally, v, tree.subtreeEnd[v]!);
      }
    }
  }
  const prior = whole.content / whole.all;
  // As if each name had been seen on one more page, like the mean.
  const oddsOf = ({ content, all }: Tally): number => Math.log((content + prior) / (all - content + 1 - prior));
  const base = Math.log(prior / (1 - prior));
  return Object.fromEntries(
    [...tallies]
      .filter(([, { sites }]) => sites.size >= nameSites)
      .map(([name, tally]) => ({
        name,
        score: Math.round((oddsOf(tally) - base) * 8),
        weight: Math.abs(oddsOf(tally) - base) * Math.sqrt(tally.all),
      }))
      .filter(({ score }) => Math.abs(score) >= 3)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, most)
      .map(({ name, score }) => [name, score] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
