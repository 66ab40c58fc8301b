import type { Settings } from 'templens-shared/settings';
import type { EngineHandle } from '../site/engine-handle.ts';
import { type SiteWatch, watchSite } from '../site/watcher.ts';
import { TemplensError } from './templens-error.ts';

/** The functions by which `followFolder` passes changes to the engine and the open site, and reads the settings. */
export interface FollowerPorts {
  send: EngineHandle['send'];
  onProblem: (sentence: string) => void;
  /** Called with settings that changed, before they are sent to the engine. */
  onSettings: (settings: Settings) => void;
  /** Reads the current settings. Rejects with a `TemplensError` if the configuration is invalid; undefined if settings never change. */
  reload: (() => Promise<Settings>) | undefined;
}

/** Handle of a folder that is followed. */
export interface Follower {
  /** Also follows these files, which are not pages; paths are relative to the root, with `/`. */
  alsoWatch(paths: readonly string[]): void;
  close(): Promise<void>;
}

/** Watches a site's folder and its configuration file, and sends changes of both to the engine. */
export function followFolder(root: string, settings: Settings, { send, onProblem, onSettings, reload }: FollowerPorts): Follower {
  // The watcher requests a rescan when it starts, so that no change since the first scan is missed.
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
  const otherFiles = new Set<string>();
  let watcher = follow(settings);
  let isClosing = false;
  let reconfigured = Promise.resolve();
  let applied = JSON.stringify(settings);
  let lastProblem = '';

  const reconfigure = async (reload: () => Promise<Settings>): Promise<void> => {
    try {
      // The file is not watched while the watcher restarts, and may be saved again in this time.
      for (let changed = await reload(); !isClosing && JSON.stringify(changed) !== applied; changed = await reload()) {
        applied = JSON.stringify(changed);
        onSettings(changed);
        send({ command: 'settings', settings: changed });
        await watcher.close();
        watcher = follow(changed);
        watcher.alsoWatch([...otherFiles]);
      }
      lastProblem = '';
    } catch (error) {
      if (!(error instanceof TemplensError)) throw error;
      if (error.message !== lastProblem) onProblem(`${error.message} The settings stay as they were.`);
      lastProblem = error.message;
    }
  };

  return {
    alsoWatch(paths) {
      for (const path of paths) otherFiles.add(path);
      watcher.alsoWatch(paths);
    },
    async close() {
      isClosing = true;
      await reconfigured;
      await watcher.close();
    },
  };
}
