import manifest from '../../package.json' with { type: 'json' };
import { CrawlJob, type CrawlOptions } from '../crawl/crawl-job.ts';

export { compareCrawls } from '../crawl/compare-crawls.ts';
export { UnwritableOutput } from '../crawl/crawl-folder.ts';
export type { CrawlSummary } from '../crawl/crawl-job.ts';
export { LineTooLong } from '../crawl/lines.ts';
export { type RowFormat, rowFormats } from '../crawl/row-files.ts';
export { type SiteRule, siteRules } from '../crawl/site-key.ts';
export {
  limits as crawlLimits,
  thresholds as crawlThresholds,
} from '../crawl/thresholds.ts';
export { UnreadableInput } from '../crawl/unreadable-input.ts';
export { runWorker } from '../crawl/worker.ts';
export { isSample, sampleRange, WrongLine } from '../crawl/worker-lines.ts';
export { WrongFolder } from '../crawl/wrong-folder.ts';

/** Opens the folder of a crawl, see `CrawlJob.open`. */
export function openCrawl(out: string, inputs: readonly string[], options: Omit<CrawlOptions, 'version'>): Promise<CrawlJob> {
  return CrawlJob.open(out, inputs, { ...options, version: manifest.version });
}
