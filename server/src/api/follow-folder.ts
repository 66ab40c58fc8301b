import type { Settings } from 'templens-shared/settings';
import type { EngineHandle } from '../site/engine-handle.ts';
import { type SiteWatch, watchSite } from '../site/watcher.ts';
import { TemplensError } from './templens-error.ts';

/** What a folder that is followed is connected with. */
export interface FollowerPorts {
  send: EngineHandle['send'];
  onProblem: (sentence: string) => void;
  /** Other settings are in effect. */
  onSettings: (settings: Settings) => void;
  /** The settings as they are now. Rejects with a `TemplensError` where the configuration cannot be used. */
  reload: (() => Promise<Settings>) | undefined;
}

/** A folder that is followed. */
export interface Follower {
  /** Follows these files beside the pages; paths are relative to the root, with `/`. */
  alsoWatch(paths: readonly string[]): void;
  close(): Promise<void>;
}

/** Watches a site's folder and its configuration file, and keeps the engine up to date with both. */
export function followFolder(root: string, settings: Settings, { send, onProblem, onSettings, reload }: FollowerPorts): Follower {
  // The watcher asks for a rescan when it begins, so that nothing is lost between the first walk and then.
  const follow = (settings: Settings): SiteWatch =>
    watchSite(root, settings, {
      onPages: pages => send({ command: 'files', pages }),
      onFolders: folders => send({ command: 'folders', folders }),
      onRescan: () => send({ command: 'rescan' }),
      onProblem,
      onConfiguration: () => {
        if (reload) reconfigured = reconfigured.then(() => reconfigure(reload));
      },
    });
  const others = new Set<string>();
  let watcher = follow(settings);
  let ending = false;
  let reconfigured = Promise.resolve();
  let applied = JSON.stringify(settings);
  let complained = '';

  const reconfigure = async (reload: () => Promise<Settings>): Promise<void> => {
    try {
      // The file may be saved again while the watcher begins anew, and is not watched then.
      for (let changed = await reload(); !ending && JSON.stringify(changed) !== applied; changed = await reload()) {
        applied = JSON.stringify(changed);
        onSettings(changed);
        send({ command: 'settings', settings: changed });
        await watcher.close();
        watcher = follow(changed);
        watcher.alsoWatch([...others]);
      }
      complained = '';
    } catch (error) {
      if (!(error instanceof TemplensError)) throw error;
      if (error.message !== complained) onProblem(`${error.message} The settings stay as they were.`);
      complained = error.message;
    }
  };

  return {
    alsoWatch(paths) {
      for (const path of paths) others.add(path);
      watcher.alsoWatch(paths);
    },
    async close() {
      ending = true;
      await reconfigured;
      await watcher.close();
    },
  };
}
