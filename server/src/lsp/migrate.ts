import { engineNames, migrationTargets, npmTargets, targetNames } from 'templens-shared/migration';
import type { MigrateParams, MigrateResult } from 'templens-shared/protocol';
import { type CancellationToken, WorkDoneProgressReporter } from 'vscode-languageserver';
import { URI, Utils } from 'vscode-uri';
import type { MigrationJob, MigrationProgress } from '../migration/migration-handle.ts';
import { siteOf } from './adopt-version.ts';
import { invalidParams, requestCancelled } from './errors.ts';
import { fileSystemPath, folderUri } from './page-uri.ts';
import { indexProgress } from './progress.ts';
import type { Session } from './session.ts';

const steps = { plan: 'making layouts', write: 'writing the project', install: 'installing', build: 'building and comparing' };
/** Percent of the whole at which the steps begin. Those before are the reading of pages. */
const begins = { plan: 60, write: 75, install: 80, build: 85 };

/**
 * The command `templens.migrate` with one argument, `MigrateParams`: migrates the files of a site, with progress, and without `out` only
 * returns what the project would have. A cancelled request leaves no part of a project.
 */
export async function migrate(
  session: Session,
  [given]: readonly unknown[],
  token: CancellationToken,
  ofRequest: WorkDoneProgressReporter,
): Promise<MigrateResult> {
  const { connection, dependencies } = session;
  const job = migrationJob(session, given);
  const progress = WorkDoneProgressReporter.isNullInstance(ofRequest)
    ? await connection.window.createWorkDoneProgress()
    : ofRequest;
  const abort = new AbortController();
  const tokens = 'token' in progress ? [token, progress.token as CancellationToken] : [token];
  const cancelling = tokens.map(each => each.onCancellationRequested(() => abort.abort()));
  if (token.isCancellationRequested) abort.abort();
  let shown = 0;
  progress.begin(`Templens: to ${migrationTargets[job.to]}`, 0, 'reading pages', true);
  const onProgress: MigrationProgress = message => {
    const [percent, text] =
      message.kind === 'step'
        ? [begins[message.step], steps[message.step]]
        : scaled(indexProgress(message.progress), begins.plan);
    if (percent < shown || (percent === shown && message.kind === 'progress')) return;
    shown = percent;
    progress.report(percent, text);
  };
  try {
    const { preview, skipped, place, built } = await dependencies.startMigration(job, onProgress, abort.signal);
    if (!place) return { ...preview, skipped };
    const project = URI.parse(folderUri(place.folder));
    const uri = (path: string) => Utils.joinPath(project, path).toString();
    const written = { report: uri(place.report), pages: uri(place.pages), ...(built && { built }) };
    return { ...preview, skipped, written };
  } catch (error) {
    throw abort.signal.aborted ? requestCancelled() : error;
  } finally {
    for (const subscription of cancelling) subscription.dispose();
    progress.done();
  }
}

function scaled({ percent, message }: { percent: number; message: string }, end: number): [number, string] {
  return [Math.floor((percent * end) / 100), message];
}

/** The migration that a client asks for; throws `InvalidParams` if the parameters are wrong. */
function migrationJob({ workspace, dependencies: { cache } }: Session, given: unknown): MigrationJob {
  const params = (typeof given === 'object' && given !== null ? given : {}) as Partial<MigrateParams>;
  const { to, engine, adopt, names, out, install, build } = params;
  const site = siteOf({ workspace }, params.site);
  const isOneOf = (value: unknown, values: readonly string[]) => values.some(each => each === value);
  if (to === undefined || !isOneOf(to, targetNames)) throw invalidParams(`"to" must be one of ${targetNames.join(', ')}.`);
  if (engine !== undefined && (to !== 'eleventy' || !isOneOf(engine, engineNames)))
    throw invalidParams(`"engine" goes with "to": "eleventy", and must be one of ${engineNames.join(', ')}.`);
  for (const [name, flag] of Object.entries({ adopt, install, build }))
    if (flag !== undefined && typeof flag !== 'boolean') throw invalidParams(`"${name}" must be true or false.`);
  if (install && !npmTargets.includes(to)) throw invalidParams(`"install" goes with "to": one of ${npmTargets.join(', ')}.`);
  const folder = typeof out === 'string' ? fileSystemPath(out) : undefined;
  if (out !== undefined && folder === undefined) throw invalidParams('"out" must be the URI of a folder, file:///...');
  return {
    root: site.root,
    settings: site.settings,
    cache,
    to,
    ...(engine && { engine }),
    ...(adopt !== undefined && { adopt }),
    ...(names && { names }),
    ...(folder !== undefined && { out: folder }),
    ...(install !== undefined && { install }),
    ...(build !== undefined && { build }),
  };
}
