import { thresholds as countThresholds } from '../../core/counts/thresholds.ts';
import type { TokenRange } from './body-text.ts';

/** Options of DSC; the slope of tokens is their share of tags. */
export interface SlopeOptions {
  /** Number of tokens of a window; chunks are half as long. */
  readonly window: number;
  /** A chunk is low if its slope is at most this multiple of the page's slope. */
  readonly slope: number;
  /** Share of the page's tokens, 0 to 1: sections must have more. */
  readonly share: number;
}

/** Consecutive chunks that are all low or all not low, from `start` to before `end`. */
interface Run {
  low: boolean;
  start: number;
  end: number;
}

/**
 * DSC, document slope curve (Pinto et al., JCDL 2002; in the form of docs/lab/algorithms.md): finds sections with few tags among the words. A
 * section opens with K low chunks and closes before K chunks that are not low. K grows from 3 as long as the sections have more than `share`
 * of the tokens and the mean slope of their chunks is low. If there is no section, those for K = 1 count, else the whole page.
 * @param tag 1 = tag, 0 = word
 */
export function slopeSections(tag: Uint8Array, { window, slope, share }: SlopeOptions): TokenRange[] {
  const length = Math.max(1, Math.floor(window / 2));
  const slopes = chunkSlopes(tag, length);
  const limit = (slope * count(tag, 0, tag.length)) / tag.length + countThresholds.tolerance;
  const runs = runsOf(slopes, limit);
  let result: Run[] = [];
  for (let k = 3; k <= slopes.length; k = nextDifferent(runs, k)) {
    const found = sectionsOf(runs, k);
    if (found.length === 0 || tokensOf(found) <= share * tag.length + countThresholds.tolerance || meanSlope(found) > limit)
      break;
    result = found;
  }
  if (result.length === 0) result = sectionsOf(runs, 1);
  if (result.length === 0) return tag.length === 0 ? [] : [{ start: 0, end: tag.length }];
  return result.map(toTokens);

  function toTokens({ start, end }: Run): TokenRange {
    return { start: start * length, end: Math.min(end * length, tag.length) };
  }
  function tokensOf(sections: readonly Run[]): number {
    return sections.map(toTokens).reduce((sum, { start, end }) => sum + end - start, 0);
  }
  function meanSlope(sections: readonly Run[]): number {
    let sum = 0;
    let chunks = 0;
    for (const { start, end } of sections) {
      chunks += end - start;
      for (let chunk = start; chunk < end; chunk++) sum += slopes[chunk]!;
    }
    return sum / chunks;
  }
}

function chunkSlopes(tag: Uint8Array, length: number): number[] {
  const slopes: number[] = [];
  for (let start = 0; start < tag.length; start += length) {
    const end = Math.min(start + length, tag.length);
    slopes.push(count(tag, start, end) / (end - start));
  }
  return slopes;
}

function count(tag: Uint8Array, start: number, end: number): number {
  let tags = 0;
  for (let at = start; at < end; at++) tags += tag[at]!;
  return tags;
}

function runsOf(slopes: readonly number[], limit: number): Run[] {
  const runs: Run[] = [];
  for (const [chunk, slope] of slopes.entries()) {
    const low = slope <= limit;
    const last = runs.at(-1);
    if (last?.low === low) last.end++;
    else runs.push({ low, start: chunk, end: chunk + 1 });
  }
  return runs;
}

/** Sections for one K. */
function sectionsOf(runs: readonly Run[], k: number): Run[] {
  const sections: Run[] = [];
  let open: Run | undefined;
  for (const { low, start, end } of runs) {
    if (low && open) open.end = end;
    else if (low && end - start >= k) {
      open = { low, start, end };
      sections.push(open);
    } else if (!low && end - start >= k) open = undefined;
  }
  return sections;
}

/** The next K that can change the sections: one more than the length of the shortest run with at least K chunks. */
function nextDifferent(runs: readonly Run[], k: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { start, end } of runs) if (end - start >= k) least = Math.min(least, end - start);
  return least + 1;
}
