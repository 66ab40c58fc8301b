import { parentPort, workerData } from 'node:worker_threads';
import { freeFolder } from '../api/new-folder.ts';
import { OpenedSite } from '../api/opened-site.ts';
import { describeProject } from '../core/migrate/report.ts';
import { offerLab } from '../with-lab.ts';
import { carryOut } from './build.ts';
import type { MigrationJob, WorkerMessage } from './migration-handle.ts';
import { planMigration, reportFile } from './plan.ts';

offerLab();

const port = parentPort!;
const say = (message: WorkerMessage): void => port.postMessage(message);
const abort = new AbortController();
/** Resolves when the project may be written. */
const allowed = new Promise<void>(resolve => {
  port.on('message', (message: 'write' | 'cancel') => (message === 'write' ? resolve() : abort.abort()));
});

async function migrate({ root, settings, cache, out, ...options }: MigrationJob): Promise<void> {
  const site = new OpenedSite(root, settings, {
    cache,
    checks: options.adopt ?? false,
    onProgress: progress => say({ kind: 'progress', progress }),
  });
  try {
    const folder = out === undefined ? undefined : await freeFolder(out, root);
    await site.waitForIndex();
    say({ kind: 'step', step: 'plan' });
    const planned = await planMigration(site, options);
    const { skipped } = planned;
    say({ kind: 'planned', preview: describeProject(planned.project), skipped });
    if (folder === undefined) return;
    await allowed;
    const { migration, built } = await carryOut(root, folder, planned, {
      ...options,
      onStep: step => say({ kind: 'step', step }),
      signal: abort.signal,
    });
    const preview = describeProject(migration.project);
    const place = { folder, report: reportFile, pages: migration.target.built ?? '' };
    say({ kind: 'done', preview, skipped, place, built: built && { equal: built.equal, differing: built.differing } });
  } catch (error) {
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  } finally {
    await site.close();
    port.close();
  }
}

void migrate(workerData as MigrationJob);
