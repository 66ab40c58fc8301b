import type { Command } from 'commander';
import { eventLine } from '../report/ndjson.ts';
import { startEngineWorker } from '../site/engine-handle.ts';
import { watchSite } from '../site/watcher.ts';
import { addSiteOptions, type SiteOptions } from './options.ts';
import { log } from './output.ts';
import { siteFolder, siteSettings } from './site-folder.ts';

export function addWatch(program: Command): void {
  addSiteOptions(
    program
      .command('watch')
      .summary('follow a site and print a stream of JSON events')
      .description(
        'Follows a site and prints one JSON object a line (events: ready, page, group, idle) until it is interrupted. ' +
          'The last page event of every page at idle is what a fresh classify --format ndjson prints.',
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
  const settings = await siteSettings(root, options);
  const engine = startEngineWorker();
  engine.onEvent(event => {
    const line = eventLine(event);
    if (line !== undefined) process.stdout.write(`${line}\n`);
    else if (event.event === 'problem') log(event.message);
  });
  const watcher = watchSite(root, options.polling ? { ...settings, polling: true } : settings, {
    onPages: pages => engine.send({ command: 'files', pages }),
    onRescan: () => engine.send({ command: 'rescan' }),
    onProblem: log,
  });
  // What changes before the watcher is ready is seen by the walk that `open` makes, what changes later by the watcher.
  const opened = watcher.ready.then(() => engine.send({ command: 'open', root, settings }));
  await Promise.race([interrupted, opened.then(() => interrupted)]);
  await watcher.close();
  await engine.close();
}
