import { heldOutLabels } from '../../training/held-out.ts';
import { type TrainingSite, trainingOptions } from '../../training/label-training.ts';
import { type CellResult, pagesToScore } from '../cell.ts';
import { type GoldSite, loadGoldSite, readGoldPage } from '../gold.ts';
import { type GoldNode, goldNodes } from '../gold-labels.ts';
import type { Instruments } from './instruments.ts';
import { type BenchPage, measureCell } from './measure-cell.ts';
import { measureGrowth } from './measure-growth.ts';
import { readLabels, scoreLabels } from './score-labels.ts';
import type { BenchOutcome, BenchTask } from './tasks.ts';

/** The site of the last task, kept because the next task often has the same site. */
let last:
  | { folder: string; site: GoldSite; labelled: BenchPage[]; others: BenchPage[]; goldNodes: (page: BenchPage) => GoldNode[] }
  | undefined;

/** Runs a task. Returns failures instead of throwing them. */
export function runTask(task: BenchTask, instruments: Instruments): BenchOutcome {
  try {
    const { run, settings } = task;
    if (task.kind === 'growth') {
      return { kind: 'growth', result: measureGrowth(run.name, task.series, { ...settings, ...extractorOf(task) }, instruments) };
    }
    if (task.kind === 'unseen') return { kind: 'unseen', result: measureUnseen(task, instruments) };
    const { site, labelled, others, goldNodes: gold } = openSite(task.folder);
    const toScore = pagesToScore(labelled, task.scored);
    const result =
      'labels' in run.source
        ? scoreLabels(site.name, run.name, toScore, gold, readLabels(run.source.labels, site.name))
        : measureCell(
            site.name,
            run.name,
            [...labelled, ...others],
            toScore,
            gold,
            { ...settings, ...extractorOf(task) },
            task.costs ? instruments : { ...instruments, usedBytes: undefined },
          );
    return { kind: 'cell', result };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

function extractorOf({ run: { source } }: BenchTask) {
  if (!('extractor' in source)) throw new Error('only an extractor can be run');
  return source;
}

function openSite(folder: string) {
  if (last?.folder === folder) return last;
  const site = loadGoldSite(folder);
  const labelled = [...site.pages].map(([page, { key }]) => ({ page, text: readGoldPage(site, page), key }));
  const others = site.unlabelled.map(page => ({ page, text: readGoldPage(site, page), key: false }));
  const known = new Map<string, GoldNode[]>();
  const nodesOf = ({ page, text }: BenchPage): GoldNode[] => {
    const nodes = known.get(page) ?? goldNodes(text, site.pages.get(page)!.rules);
    known.set(page, nodes);
    return nodes;
  };
  last = { folder, site, labelled, others, goldNodes: nodesOf };
  return last;
}

/** Scores the default labels of sites, each by a model that is trained on the other sites. */
function measureUnseen(
  { run, folders, heldOut, scored }: Extract<BenchTask, { kind: 'unseen' }>,
  { step }: Pick<Instruments, 'step'>,
): CellResult[] {
  const sites = folders.map(folder => trainingSite(loadGoldSite(folder)));
  const chosen = sites.filter(({ folder }) => heldOut.includes(folder));
  const progress = (site: string): void => step(`the model that has not seen ${site}`);
  return Array.from(heldOutLabels(sites, trainingOptions, chosen, progress), ({ site, labels }) => {
    const pages = [...site.pages].map(([page, { key }]) => ({ page, text: site.read(page), key }));
    const byPage = new Map(labels.map(page => [page.page, page]));
    return scoreLabels(site.name, run.name, pagesToScore(pages, scored), ({ page }) => site.nodes(page), byPage);
  });
}

function trainingSite(site: GoldSite): TrainingSite & GoldSite {
  const read = (page: string): string => readGoldPage(site, page);
  return { ...site, read, nodes: page => goldNodes(read(page), site.pages.get(page)!.rules) };
}
