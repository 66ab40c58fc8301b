import { defaultSettings, type Settings } from 'templens-shared/settings';
import * as api from '../api/site-folder.ts';
import { TemplensError } from '../api/templens-error.ts';
import { exitCode, Failure } from './failure.ts';
import { type SiteOptions, settingsFrom } from './options.ts';

/** The absolute path of a site's folder; fails with a sentence where it is not a folder that can be listed. */
export function siteFolder(given: string): Promise<string> {
  return api.siteFolder(given).catch(failureOf);
}

/** The site's settings: flags over `templens.config.json` over the defaults. Fails on a configuration that cannot be used. */
export function siteSettings(root: string, options: SiteOptions): Promise<Settings> {
  return api.siteSettings(root, settingsFrom(options, defaultSettings)).catch(failureOf);
}

/** Throws an error of the API as a failure of the command, any other as it is. */
export function failureOf(error: unknown): never {
  if (!(error instanceof TemplensError)) throw error;
  const code = error.code === 'bad-configuration' ? exitCode.usage : exitCode.failed;
  throw new Failure(code, error.message.replaceAll('\n', '\ntemplens: '));
}
