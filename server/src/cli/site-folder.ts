import { opendir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import { loadConfiguration } from '../site/configuration.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { type SiteOptions, settingsFrom } from './options.ts';

/** The absolute path of a site's folder; fails with a sentence where it is not a folder that can be listed. */
export async function siteFolder(given: string): Promise<string> {
  const root = resolve(given);
  try {
    if (!(await stat(root)).isDirectory()) {
      throw new Failure(exitCode.failed, `${given} is a file; give the folder of the site.`);
    }
    await (await opendir(root)).close();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(exitCode.failed, `The site ${given} cannot be read: ${reasonOf(error)}.`);
  }
  return root;
}

/** The site's settings: flags over `templens.config.json` over the defaults. Fails on a configuration that cannot be used. */
export async function siteSettings(root: string, options: SiteOptions): Promise<Settings> {
  const { settings, problems } = await loadConfiguration(root, settingsFrom(options, defaultSettings));
  if (problems.length === 0) return settings;
  const sentences = problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`);
  throw new Failure(exitCode.usage, sentences.join('\ntemplens: '));
}
