import type { MessagePort } from 'node:worker_threads';
import type { Settings } from 'templens-shared/settings';
import type { BenchRun, CellResult, GrowthResult, GrowthSeries, ScoredPages } from '../cell.ts';

/** An independent piece of work for one worker: one run on one site, one growth series of one run, or models that have not seen their site. */
export type BenchTask =
  | {
      kind: 'cell';
      run: BenchRun;
      /** Folder of the gold site. */
      folder: string;
      scored: ScoredPages;
      /** False to label the site only once, without looking at memory. */
      costs: boolean;
      settings: Settings;
    }
  | { kind: 'growth'; run: BenchRun; series: GrowthSeries; settings: Settings }
  | {
      kind: 'unseen';
      run: BenchRun;
      /** Folders of the gold sites that models are trained on. */
      folders: readonly string[];
      /** Those of them that are labelled, each by a model that is trained on the others. */
      heldOut: readonly string[];
      scored: ScoredPages;
      settings: Settings;
    };

/** The argument of a worker. */
export interface BenchRequest {
  task: BenchTask;
  /** The worker posts a `BenchStep` to this port before each step. */
  steps: MessagePort;
}

/** Message of a worker before a step: the page it works on, or undefined for all pages together. */
export interface BenchStep {
  page: string | undefined;
}

/** The result of a task. */
export type BenchOutcome =
  | { kind: 'cell'; result: CellResult }
  | { kind: 'growth'; result: GrowthResult }
  | { kind: 'unseen'; result: CellResult[] }
  | { kind: 'failed'; reason: string };
