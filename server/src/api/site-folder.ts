import { opendir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Settings } from 'templens-shared/settings';
import { loadConfiguration } from '../site/configuration.ts';
import { reasonOf } from './error-reason.ts';
import { TemplensError } from './templens-error.ts';

/**
 * The absolute path of a site's folder.
 * @throws TemplensError `unreadable-site` if it is not a folder that can be listed.
 */
export async function siteFolder(given: string): Promise<string> {
  const root = resolve(given);
  try {
    if ((await stat(root)).isDirectory()) {
      await (await opendir(root)).close();
      return root;
    }
  } catch (error) {
    throw new TemplensError('unreadable-site', `The site ${given} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
  throw new TemplensError('unreadable-site', `${given} is a file; give the folder of the site.`);
}

/**
 * The settings of a site: the defaults, overridden by its configuration file, overridden by `overrides`.
 * @throws TemplensError `bad-configuration` with a line for each mistake.
 */
export async function siteSettings(root: string, overrides: Partial<Settings>): Promise<Settings> {
  const { settings, problems } = await loadConfiguration(root, overrides);
  if (problems.length === 0) return settings;
  const sentences = problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`);
  throw new TemplensError('bad-configuration', sentences.join('\n'));
}
