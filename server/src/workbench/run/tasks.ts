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

/** What a worker says: what it is about to do, then what came of the task. */
export type BenchMessage =
  | { kind: 'step'; page: string | undefined }
  | { kind: 'cell'; result: CellResult }
  | { kind: 'growth'; result: GrowthResult }
  | { kind: 'failed'; reason: string };
