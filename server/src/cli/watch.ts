import type { Command } from 'commander';
import { printable, printableJson } from 'templens-shared/printable';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import { OpenedSite } from '../api/opened-site.ts';
import { siteSettings } from '../api/site-folder.ts';
import { TemplensError } from '../api/templens-error.ts';
import { exitCode } from './failure.ts';
import { onInterrupt } from './interrupt.ts';
import { addSiteOptions, cacheFrom, type SiteOptions, settingsFrom } from './options.ts';
import { log } from './output.ts';
import { ProgressBar } from './progress.ts';
import { siteFolder, throwFailure } from './site-folder.ts';

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
  // Listen first, so that an early signal also closes the site before the command ends.
  let interrupt = (): void => {};
  const interrupted = new Promise<void>(resolve => {
    interrupt = resolve;
  });
  const stopListening = onInterrupt(interrupt);
  try {
    await follow(given, options, interrupted);
  } finally {
    stopListening();
  }
}

async function follow(given: string, options: SiteOptions & { polling?: true }, interrupted: Promise<void>): Promise<void> {
  const root = await siteFolder(given);
  const overrides = { ...settingsFrom(options, defaultSettings), ...(options.polling && { polling: true }) };
  const reload = (): Promise<Settings> => siteSettings(root, overrides);
  const settings = await reload().catch(throwFailure);
  const progress = new ProgressBar();
  let isReady = false;
  const site = new OpenedSite(root, settings, {
    inWorker: true,
    cache: cacheFrom(options),
    reload,
    // Events come when the site is read; later ones say themselves what happens.
    onProgress: done => isReady || progress.show(done),
    onProblem: ({ message }) => {
      progress.clear();
      log(printable(message));
    },
  });
  const events = site.watch();
  void interrupted.then(() => site.close());
  try {
    for await (const event of events) {
      isReady = true;
      progress.clear();
      process.stdout.write(`${printableJson(event)}\n`);
    }
  } catch (error) {
    // The engine has already reported why it is down.
    if (!(error instanceof TemplensError)) throw error;
    process.exitCode = exitCode.failed;
  }
  await site.close();
}
