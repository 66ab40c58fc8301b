import { opendir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { reasonOf } from '../site/error-reason.ts';
import { TemplensError } from './templens-error.ts';

/**
 * The absolute path of a site's folder.
 * @throws TemplensError `unreadable-site` where it is not a folder that can be listed.
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
