import { Worker } from 'node:worker_threads';
import type { BuildComparison, BuildOptions, MigrationOptions, MigrationPreview } from 'templens-shared/migration';
import type { Settings } from 'templens-shared/settings';
import type { Progress } from '../api/options.ts';
import { workerFile, workerResourceLimits } from '../site/worker-file.ts';
import type { BuildStep } from './build.ts';

/** A migration of the files of a site. */
export interface MigrationJob extends MigrationOptions, BuildOptions {
  /** Absolute path of the site's folder. */
  root: string;
  settings: Settings;
  /** Folder of the cache on disk. */
  cache?: string | undefined;
  /** Path of the project's folder; without it, nothing is written. */
  out?: string;
}

/** What a migration has made. */
export interface MigrationOutcome {
  preview: MigrationPreview;
  /** A sentence for each file that is not taken over. */
  skipped: string[];
  /** Absolute path of the project, and the paths of its report and of the folder with the built pages in it; undefined if nothing was written. */
  place?: { folder: string; report: string; pages: string };
  /** Undefined if nothing was built. */
  built?: BuildComparison | undefined;
}

/** A message of the worker thread. */
export type WorkerMessage =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'step'; step: 'plan' | BuildStep }
  | ({ kind: 'planned' } & MigrationOutcome)
  | ({ kind: 'done' } & MigrationOutcome)
  | { kind: 'failed'; message: string };

/** Receives the progress of a migration. */
export type MigrationProgress = (message: Extract<WorkerMessage, { kind: 'progress' | 'step' }>) => void;

/**
 * Migrates a site in a worker thread, so that this thread stays free.
 * @param signal ends the migration. What is being written then is removed; a project that is complete stays.
 * @throws Error with a sentence if it fails; the signal's reason.
 */
export function startMigration(job: MigrationJob, onProgress: MigrationProgress, signal: AbortSignal): Promise<MigrationOutcome> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const worker = new Worker(workerFile('migration-worker'), { workerData: job, resourceLimits: workerResourceLimits });
    let isWriting = false;
    const cancel = (): void => {
      if (isWriting) worker.postMessage('cancel');
      else void worker.terminate();
    };
    signal.addEventListener('abort', cancel, { once: true });
    let outcome: MigrationOutcome | undefined;
    let failure = new Error('The migration ended unexpectedly.');
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress' || message.kind === 'step') return onProgress(message);
      if (message.kind === 'failed') {
        failure = new Error(message.message);
        return;
      }
      const { kind, ...result } = message;
      if (kind === 'planned' && job.out !== undefined) {
        if (signal.aborted) return;
        isWriting = true;
        worker.postMessage('write');
      } else outcome = result;
    });
    worker.on('error', error => {
      failure = error as Error;
    });
    worker.on('exit', () => {
      signal.removeEventListener('abort', cancel);
      if (signal.aborted) reject(signal.reason);
      else if (outcome) resolve(outcome);
      else reject(failure);
    });
  });
}
