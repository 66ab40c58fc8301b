import { realpath } from 'node:fs/promises';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import { OpenedSite } from './opened-site.ts';
import { type OpenOptions, settingsAmong } from './options.ts';
import type { Site } from './site.ts';
import { siteFolder, siteSettings } from './site-folder.ts';
import { configuredFolder } from './site-root.ts';
import { TemplensError } from './templens-error.ts';

/**
 * Opens a folder of pages and reads all of them. Never writes to the folder.
 *
 * ```ts
 * await using site = await openSite('public', { extractor: 'default' });
 * for (const finding of await site.findings()) console.log(finding.page, finding.message);
 * ```
 * @param folder path of the site's folder, absolute or relative to the current one. If a folder above it, within the repository or the current
 * folder, has the configuration file, that folder is the site: see `root` of the result.
 * @param options settings that override the site's `templens.config.json`, a signal that closes the site, listeners.
 * @throws TemplensError `unreadable-site`, `bad-configuration`, `bad-argument`; the signal's reason if it is aborted.
 */
export async function openSite(folder: string, options: OpenOptions = {}): Promise<Site> {
  const overrides = settingsAmong(options);
  const { signal, onProblem, onProgress } = options;
  signal?.throwIfAborted();
  const given = await siteFolder(folder);
  const root = (await configuredFolder(await realpath(given))) ?? given;
  const reload = (): Promise<Settings> => siteSettings(root, overrides);
  const opening = { reload, ...(signal && { signal }), ...(onProblem && { onProblem }), ...(onProgress && { onProgress }) };
  return indexed(new OpenedSite(root, await reload(), opening));
}

/**
 * Opens pages in memory, without a file system: the answers are those of `openSite` for a folder of these files and no configuration
 * file, except that Dreamweaver's template files are not read.
 *
 * ```ts
 * await using site = await analysePages([{ path: 'index.html', text: '<!doctype html>…' }]);
 * ```
 * @param files pages with their paths relative to the site's root, with `/`, and their decoded texts; in any order. Files that do not match
 * `include`, such as images, only count as existing targets of links; their texts are not read.
 * @param options settings, a signal that closes the site, listeners.
 * @throws TemplensError `bad-argument`; the signal's reason if it is aborted.
 */
export async function analysePages(
  files: Iterable<{ path: string; text: string }> | AsyncIterable<{ path: string; text: string }>,
  options: OpenOptions = {},
): Promise<Site> {
  const overrides = settingsAmong(options);
  const { signal, onProblem, onProgress } = options;
  const texts = new Map<string, string>();
  for await (const { path, text } of files) {
    signal?.throwIfAborted();
    if (path.split('/').some(step => step === '' || step === '.' || step === '..'))
      throw new TemplensError('bad-argument', `The path "${path}" is not a path relative to the root of the site, with "/".`);
    if (texts.has(path)) throw new TemplensError('bad-argument', `There are two files with the path "${path}".`);
    texts.set(path, text);
  }
  const settings: Settings = { ...defaultSettings, ...overrides, gitignore: false };
  const opening = { texts, ...(signal && { signal }), ...(onProblem && { onProblem }), ...(onProgress && { onProgress }) };
  return indexed(new OpenedSite('', settings, opening));
}

/** Waits for the first index; closes the site if that fails. */
async function indexed(site: OpenedSite): Promise<Site> {
  try {
    return await site.waitForIndex();
  } catch (error) {
    await site.close();
    throw error;
  }
}
