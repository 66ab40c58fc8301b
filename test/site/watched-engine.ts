import type { Settings } from 'templens-shared/settings';
import type { EngineEvent } from 'templens-shared/stream';
import { expect, onTestFinished } from 'vitest';
import { type EngineHandle, startEngine, startEngineWorker } from '../../server/src/site/engine-handle.ts';
import { watchSite } from '../../server/src/site/watcher.ts';

export interface WatchedEngine {
  engine: EngineHandle;
  events: EngineEvent[];
  /** How often a change of the site's configuration file was reported. */
  configurations(): number;
  /** Waits until the condition holds at rest: pages are reported before their groups and parts. It is asked again when the configuration file changed, too. */
  until(condition: () => boolean): Promise<void>;
}

/**
 * Opens a folder with an engine that follows what is written there, both closed when the test ends; waits for the first idle. A problem of
 * the watcher fails the test unless `onProblem` takes it.
 */
export async function watchedEngine(
  root: string,
  settings: Settings,
  options: { inWorker?: boolean; checks?: boolean; cache?: string; onProblem?: (message: string) => void } = {},
): Promise<WatchedEngine> {
  const engine = options.inWorker ? startEngineWorker() : startEngine();
  const events: EngineEvent[] = [];
  let configurations = 0;
  let heard = (): void => {};
  engine.onEvent(event => {
    events.push(event);
    if (event.event === 'asked') watch.alsoWatch(event.paths);
    if (event.event === 'idle') heard();
  });
  const watch = watchSite(root, settings, {
    onPages: pages => engine.send({ command: 'files', pages }),
    onFolders: folders => engine.send({ command: 'folders', folders }),
    onRescan: () => engine.send({ command: 'rescan' }),
    onProblem: options.onProblem ?? (message => expect.unreachable(message)),
    onConfiguration: () => {
      configurations++;
      heard();
    },
  });
  onTestFinished(async () => {
    await watch.close();
    await engine.close();
  });
  await watch.ready;
  engine.send({
    command: 'open',
    root,
    settings,
    ...(options.checks && { checks: true }),
    ...(options.cache && { cache: options.cache }),
  });
  await engine.idle();
  return {
    engine,
    events,
    configurations: () => configurations,
    async until(condition) {
      do {
        while (!condition()) await new Promise<void>(resolve => (heard = resolve));
        await engine.idle();
      } while (!condition());
    },
  };
}
