import type { ExtractorName } from 'templens-shared/settings';
import type { LabelOptions } from '../../cli/options.ts';
import type { DataSetName } from '../datasets/names.ts';
import type { ScoredPages } from '../workbench/cell.ts';

/** Output formats of the command `bench`. */
export const formats = ['text', 'json', 'csv', 'latex', 'html'] as const;

/** Options of the command `bench`. */
export interface BenchCommandOptions extends LabelOptions {
  format: (typeof formats)[number];
  extractor?: ExtractorName[];
  labels?: { name: string; folder: string }[];
  site?: string[];
  pages: ScoredPages;
  growth: boolean;
  costs: boolean;
  unseen: boolean;
  dataset?: DataSetName;
  against?: string;
  seed: number;
  resamples: number;
  /** Time limit of a step, in seconds. */
  timeout: number;
  resume?: string;
}
