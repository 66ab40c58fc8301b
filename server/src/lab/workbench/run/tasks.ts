import type { MessagePort } from 'node:worker_threads';
import type { Settings } from 'templens-shared/settings';
import type { BenchRun, CellResult, GrowthResult, GrowthSeries, ScoredPages } from '../cell.ts';

/** A piece of work of its own, for one worker. */
export type BenchTask =
  | {
      kind: 'cell';
      run: BenchRun;
      /** Folder of the gold site. */
      folder: string;
      scored: ScoredPages;
      settings: Settings;
    }
  | { kind: 'growth'; run: BenchRun; series: GrowthSeries; settings: Settings };

export interface BenchRequest {
  task: BenchTask;
  /** Where the worker posts a `BenchStep` before each step. */
  steps: MessagePort;
}

/** What a worker is about to do: a page, or the pages of the site together. */
export interface BenchStep {
  page: string | undefined;
}

export type BenchOutcome =
  | { kind: 'cell'; result: CellResult }
  | { kind: 'growth'; result: GrowthResult }
  | { kind: 'failed'; reason: string };
