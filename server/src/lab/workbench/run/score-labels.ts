import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageLabels } from 'templens-shared/labels';
import { parsePage } from '../../../core/directives/parse-page.ts';
import type { PageTree } from '../../../html/tree.ts';
import { ELEMENT, TEXT } from '../../../html/tree.ts';
import { reasonOf } from '../../../site/error-reason.ts';
import type { CellResult } from '../cell.ts';
import { type ScoredNode, scorePage } from '../score-page.ts';
import type { BenchPage } from './measure-cell.ts';

/** Scores the labels that another program made for the pages of a site. A page without labels counts as content. */
export function scoreLabels(
  site: string,
  run: string,
  pages: readonly BenchPage[],
  goldNodes: (page: BenchPage) => readonly ScoredNode[],
  given: ReadonlyMap<string, PageLabels>,
): CellResult {
  const scored = pages.map(page => {
    const tree = parsePage(page.text, { path: page.page });
    const labels = given.get(page.page);
    const score = scorePage(goldNodes(page), tree, labelsByNode(tree, labels?.nodes ?? []));
    return { page: page.page, groupPages: labels?.pages ?? null, score };
  });
  return { site, run, pages: scored, costs: null };
}

/** Labels by tree node, 1 = template. A node without a label inherits its parent's; the root is content by default. */
function labelsByNode(tree: PageTree, nodes: PageLabels['nodes']): Uint8Array {
  const given = new Map(nodes.map(({ kind, start, label }) => [`${kind} ${start}`, label === 'template' ? 1 : 0]));
  const label = new Uint8Array(tree.size);
  for (let node = 0; node < tree.size; node++) {
    const kind = tree.kind[node] === ELEMENT ? 'element' : tree.kind[node] === TEXT ? 'text' : 'other';
    const parent = tree.parent[node]!;
    label[node] = given.get(`${kind} ${tree.start[node]}`) ?? (parent < 0 ? 0 : label[parent]!);
  }
  return label;
}

/**
 * Reads the labels of a site by page from `<folder>/<site>.ndjson`, in the format of `templens classify --format ndjson`. Throws an `Error` if the
 * file cannot be read or a line has another format.
 */
export function readLabels(folder: string, site: string): Map<string, PageLabels> {
  const file = join(folder, `${site}.ndjson`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`the labels ${file} cannot be read: ${reasonOf(error)}`);
  }
  const pages = new Map<string, PageLabels>();
  for (const [at, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const labels = labelsOf(line);
    if (!labels) throw new Error(`${file}:${at + 1} is not a line of templens classify --format ndjson`);
    pages.set(labels.page, labels);
  }
  return pages;
}

function labelsOf(line: string): PageLabels | undefined {
  try {
    const { page, nodes } = JSON.parse(line) as PageLabels;
    const isNode = ({ kind, start, label }: PageLabels['nodes'][number]) =>
      (kind === 'element' || kind === 'text') && Number.isInteger(start) && (label === 'template' || label === 'content');
    return typeof page === 'string' && nodes.every(isNode) ? (JSON.parse(line) as PageLabels) : undefined;
  } catch {
    return undefined;
  }
}
