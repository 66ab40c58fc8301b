import { readdirSync, readFileSync, statSync } from 'node:fs';
import { reasonOf } from '../site/error-reason.ts';
import { UnreadableInput } from './unreadable-input.ts';

/** Identifies the current state of a file. Throws `UnreadableInput`. */
export function stamp(path: string): { path: string; size: number; time: number } {
  try {
    const { size, mtimeMs } = statSync(path);
    return { path, size, time: mtimeMs };
  } catch (error) {
    throw new UnreadableInput(`${path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The names in a folder; undefined if it does not exist or is no folder. */
export function readable(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (/^(?:ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** The value in a file; undefined if the file does not exist. */
export function readJson<T>(path: string): T | undefined {
  return exists(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
