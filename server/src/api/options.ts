import type { Settings } from 'templens-shared/settings';
import { validateSettings } from '../site/validate-settings.ts';
import { TemplensError } from './templens-error.ts';

/** Options for opening a site, in addition to its settings. */
export interface SessionOptions {
  /**
   * Closes the site when it is aborted: pending calls reject with the signal's reason, loops over `watch()` throw it, and later calls reject
   * with it.
   */
  signal?: AbortSignal;
  /** Called for skipped files and other problems that do not end the work. Default: they are not reported. */
  onProblem?: (problem: Problem) => void;
  /** Called with the progress of the first index. */
  onProgress?: (progress: Progress) => void;
}

/** A problem that does not end the work. */
export interface Problem {
  /** `error` if the whole site is affected, else `warning`. */
  severity: 'error' | 'warning';
  /** Path relative to the site's root, with `/`, if the problem is about one file. */
  page?: string;
  /** A sentence. */
  message: string;
}

/** How many pages the current phase has done. */
export interface Progress {
  /** The current phase. The phases run in this order. */
  phase: 'discover' | 'index' | 'classify' | 'check';
  /** Number of pages that the phase has done. */
  done: number;
  /** Number of pages that the phase has to do. */
  total: number;
}

/** Options of `openSite` and `analysePages`: settings, which override those of `templens.config.json`, and those of the session. */
export interface OpenOptions extends Partial<Settings>, SessionOptions {}

/**
 * Returns the options that are settings, without those that are undefined.
 * @throws TemplensError `bad-argument` if one is unknown or invalid.
 */
export function settingsAmong({ signal: _, onProblem: _1, onProgress: _2, ...options }: OpenOptions): Partial<Settings> {
  const settings = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const [problem] = validateSettings(settings);
  if (!problem) return settings;
  const name = problem.path.filter(step => typeof step === 'string').join('.');
  const sentence =
    problem.what === 'key' ? `Unknown option "${name}". ${problem.complaint}` : `The option "${name}" ${problem.complaint}.`;
  throw new TemplensError('bad-argument', sentence);
}
