import type { LabelledNode } from 'templens-shared/labels';
import type { PageDigest } from '../core/digest/page-digest.ts';
import { blockText } from '../core/labels/extract/content.ts';
import { readableTexts } from '../core/labels/extract/readable-text.ts';
import { extractTemplate } from '../core/labels/extract/template-parts.ts';
import { wholeBlocks } from '../core/labels/extract/whole-blocks.ts';
import type { NodeLabels } from '../core/labels/node-labels.ts';
import { pageLabels } from '../core/labels/page-labels.ts';
import { pageRuns } from '../core/labels/regions.ts';
import { elementText } from '../core/statements/element-text.ts';
import { titleElement } from '../html/access.ts';
import { hashString, hi, lo } from '../html/hash.ts';
import { OPAQUE, type PageTree, TEXT } from '../html/tree.ts';

/** What can be made of a labelled page. */
export const outputs = ['content', 'segments', 'labels', 'template'] as const;
export type Output = (typeof outputs)[number];

/** A maximal piece of content. */
export interface ContentSegment {
  /** Offset of its first character, in UTF-16 code units of the page's decoded text. */
  start: number;
  /** Offset behind its last character. */
  end: number;
  /** Its readable text. */
  text: string;
  /** A hash of `text`. */
  hash: string;
}

/** What the labels of a page say. The last four are there if they are wanted, see `outputs`. */
export interface PageContent {
  /** Text of the page's `title`, which is in neither `content` nor `segments`; absent without one. */
  title?: string;
  /** In [0,1]: the mean confidence in the labels of the texts, by length. */
  confidence: number;
  /** A hash of the content's text. */
  contentHash: string;
  /** A SimHash of the template nodes: of pages with a similar template, few bits differ. Absent if the page has no template node. */
  templateHash?: string;
  /** Readable text, one line for each block; a paragraph, item or cell is there as a whole, or not at all. */
  content?: string;
  /** The pieces of the content, in document order. */
  segments?: ContentSegment[];
  /** The labels of the nodes, in document order. */
  nodes?: LabelledNode[];
  /** HTML with a comment for each hole. */
  template?: string;
}

/** Makes what is wanted of a labelled page. @param source the text that the page was digested from */
export function pageContent(
  { tree, nodeKeys, directives }: PageDigest,
  source: string,
  labels: NodeLabels,
  wanted: ReadonlySet<Output>,
): PageContent {
  const { label, score } = labels;
  const title = titleElement(tree);
  const whole = wholeBlocks(tree, label, directives);
  const shown = title < 0 ? whole : whole.slice().fill(1, title, tree.subtreeEnd[title]);
  const titleText = title < 0 ? '' : elementText({ tree, source }, title);
  const content = blockText(tree, source, shown);
  const hash = templateHash(nodeKeys, label);
  return {
    ...(titleText !== '' && { title: titleText }),
    confidence: Math.round(confidence(tree, score) * 1e4) / 1e4,
    contentHash: textHash(content),
    ...(hash !== undefined && { templateHash: hash }),
    ...(wanted.has('content') && { content }),
    ...(wanted.has('segments') && { segments: segmentsOf(tree, source, shown) }),
    ...(wanted.has('labels') && { nodes: pageLabels('', { template: '', layout: '', pages: 0 }, tree, labels).nodes }),
    ...(wanted.has('template') && { template: extractTemplate(tree, source, whole, directives) }),
  };
}

function segmentsOf(tree: PageTree, source: string, label: Uint8Array): ContentSegment[] {
  const runs = pageRuns(tree, label).filter(({ kind }) => kind === 'content');
  const texts = readableTexts(tree, source, runs, node => label[node] !== 1);
  return runs.flatMap(({ start, end }, at) => {
    const text = texts[at]!.trim();
    return text === '' ? [] : [{ start, end, text, hash: textHash(text) }];
  });
}

/** Mean probability of the given labels of readable texts, by length; 1 without texts. */
function confidence(tree: PageTree, score: Float64Array): number {
  let sum = 0;
  let all = 0;
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== TEXT || tree.flags[node]! & OPAQUE) continue;
    all += tree.textLength[node]!;
    sum += tree.textLength[node]! * Math.max(score[node]!, 1 - score[node]!);
  }
  return all === 0 ? 1 : sum / all;
}

function textHash(text: string): string {
  hashString(text, 0, text.length, 0);
  return hex(lo, hi);
}

/**
 * SimHash of the set of keys of the template nodes, whatever their order and number: of similar sets, few of the 64 bits differ. (Charikar,
 * Similarity estimation techniques from rounding algorithms, 2002; for pages: Manku et al., Detecting near-duplicates for web crawling, 2007.)
 */
function templateHash(nodeKeys: Int32Array, label: Uint8Array): string | undefined {
  const seen = new Set<number>();
  /** Of each bit: the number of keys that have it, less those that do not. */
  const sums = new Int32Array(64);
  for (let node = 0; node < label.length; node++) {
    const [low, high] = [nodeKeys[node * 2]!, nodeKeys[node * 2 + 1]!];
    if (label[node] !== 1 || (low === 0 && high === 0) || seen.has(low)) continue;
    seen.add(low);
    for (let bit = 0; bit < 32; bit++) {
      sums[bit]! += ((low >>> bit) & 1) * 2 - 1;
      sums[32 + bit]! += ((high >>> bit) & 1) * 2 - 1;
    }
  }
  if (seen.size === 0) return undefined;
  const lane = (from: number): number =>
    sums.subarray(from, from + 32).reduce((all, sum, bit) => (sum > 0 ? all | (1 << bit) : all), 0);
  return hex(lane(0), lane(32));
}

/** Two lanes as 16 hexadecimal digits. */
function hex(low: number, high: number): string {
  return [high, low].map(lane => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
