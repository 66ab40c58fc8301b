import { defaultSettings, type Settings } from 'templens-shared/settings';
import * as api from '../api/site-folder.ts';
import { TemplensError } from '../api/templens-error.ts';
import { exitCode, Failure } from './failure.ts';
import { type SiteOptions, settingsFrom } from './options.ts';

/** The absolute path of a site's folder; rejects with a `Failure` if it is not a folder that can be listed. */
export function siteFolder(given: string): Promise<string> {
  return api.siteFolder(given).catch(throwFailure);
}

/** The settings of a site: the defaults, overridden by its configuration file, overridden by options. Rejects with a `Failure` if it is invalid. */
export function siteSettings(root: string, options: SiteOptions): Promise<Settings> {
  return api.siteSettings(root, settingsFrom(options, defaultSettings)).catch(throwFailure);
}

/** Throws an error of the API as a `Failure`, and any other error unchanged. */
export function throwFailure(error: unknown): never {
  if (!(error instanceof TemplensError)) throw error;
  const isUsage = error.code === 'bad-configuration' || error.code === 'bad-argument';
  const code = isUsage ? exitCode.usage : exitCode.failed;
  throw new Failure(code, error.message.replaceAll('\n', '\ntemplens: '));
}
