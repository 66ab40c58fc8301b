import type { Command } from 'commander';
import type { Settings } from 'templens-shared/settings';
import { eventLine } from '../report/ndjson.ts';
import { printable } from '../report/printable.ts';
import { startEngineWorker } from '../site/engine-handle.ts';
import { type SiteWatch, watchSite } from '../site/watcher.ts';
import { exitCode, Failure } from './failure.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { log } from './output.ts';
import { siteFolder, siteSettings } from './site-folder.ts';

export function addWatch(program: Command): void {
  addSiteOptions(
    program
      .command('watch')
      .summary('follow a site and print a stream of JSON events')
      .description(
        'Follows a site and prints one JSON object a line (events: ready, page, group, part, diagnostics, idle) until it is interrupted. ' +
          'The last page and diagnostics events of every page at idle are what a fresh classify and check print.',
      )
      .argument('[site]', 'folder of the site', '.'),
  )
    .option('--polling', 'look at the files again and again instead of waiting for events, for network drives')
    .action(watch);
}

async function watch(given: string, options: SiteOptions & { polling?: true }): Promise<void> {
  // Before anything else, so that an early signal ends the command in order, too.
  const interrupted = new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  const root = await siteFolder(given);
  const currentSettings = async (): Promise<Settings> => {
    const settings = await siteSettings(root, options);
    return options.polling ? { ...settings, polling: true } : settings;
  };
  const settings = await currentSettings();
  const engine = startEngineWorker();
  const asked = new Set<string>();
  let watcher: SiteWatch | undefined;
  engine.onEvent(event => {
    const line = eventLine(event);
    if (line !== undefined) process.stdout.write(`${line}\n`);
    else if (event.event === 'problem') log(printable(event.message));
    else if (event.event === 'asked') {
      for (const path of event.paths) asked.add(path);
      watcher?.alsoWatch(event.paths);
    }
  });
  engine.send({ command: 'open', root, settings, checks: true });

  // The watcher asks for a rescan when it begins, so that nothing is lost between the first walk and then.
  const follow = (settings: Settings): SiteWatch =>
    watchSite(root, settings, {
      onPages: pages => engine.send({ command: 'files', pages }),
      onFolders: folders => engine.send({ command: 'folders', folders }),
      onRescan: () => engine.send({ command: 'rescan' }),
      onProblem: log,
      onConfiguration: () => {
        reconfigured = reconfigured.then(reconfigure, reconfigure);
      },
    });
  watcher = follow(settings);
  let ending = false;
  let reconfigured = Promise.resolve();
  let applied = JSON.stringify(settings);
  let complained = '';
  const reconfigure = async (): Promise<void> => {
    try {
      // The file may be saved again while the watcher begins anew, and is not watched then.
      for (
        let changed = await currentSettings();
        !ending && JSON.stringify(changed) !== applied;
        changed = await currentSettings()
      ) {
        applied = JSON.stringify(changed);
        engine.send({ command: 'settings', settings: changed });
        await watcher?.close();
        watcher = follow(changed);
        watcher.alsoWatch([...asked]);
      }
      complained = '';
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.message !== complained) log(`${error.message} The settings stay as they were.`);
      complained = error.message;
    }
  };

  // The engine has already reported why it is down.
  const isDown = await Promise.race([interrupted.then(() => false), engine.down.then(() => true)]);
  ending = true;
  await reconfigured;
  await watcher?.close();
  await engine.close();
  if (isDown) process.exitCode = exitCode.failed;
}
