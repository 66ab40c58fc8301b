import { isUtf8 } from 'node:buffer';
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { convertSite, type PageGroup } from '../core/migrate/convert.ts';
import type { Project } from '../core/migrate/project.ts';
import { eleventy } from '../core/migrate/targets/eleventy.ts';
import type { PageEncoding, Target } from '../core/migrate/targets/target.ts';
import type { LabelledPage } from '../core/migrate/units.ts';
import { parseHtml } from '../html/parse.ts';
import { pathWithin } from './path-within.ts';
import type { Site } from './site.ts';

/** Names of the generators that a site can be migrated to. */
export const targetNames = ['eleventy'] as const;
export type TargetName = (typeof targetNames)[number];

const targets: Record<TargetName, Target> = { eleventy };

/** A project that builds a site: what to write, and what to copy. Paths are relative, with `/`. */
export interface Migration {
  project: Project;
  /** Texts of the files to write, by path in the project. */
  files: Map<string, string>;
  /** Files of the site to copy, by path in the project. */
  copies: Map<string, string>;
  /** A sentence for each file that cannot be taken over. */
  skipped: string[];
}

/** Converts an indexed site to a project. Reads the files of the site; writes nothing. */
export async function planMigration(site: Site, to: TargetName): Promise<Migration> {
  const { files, skipped } = siteFiles(site.root);
  const encodings = new Map<string, PageEncoding>();
  const fallbacks = new Map<string, string>();
  const groups: PageGroup[] = [];
  for (const { layout, pages } of await site.layouts()) {
    const labelled: LabelledPage[] = [];
    for (const page of pages) {
      const found = await labelledPage(site, page);
      if (typeof found === 'string') fallbacks.set(page, found);
      else {
        encodings.set(page, found.encoding);
        labelled.push(found);
      }
    }
    if (labelled.length > 0) groups.push({ name: layout, pages: labelled });
  }
  const project = convertSite(groups);
  for (const [page, reason] of fallbacks) project.fallbacks.set(page, reason);
  const made = new Set(project.pages.map(({ path }) => path));
  const target = targets[to];
  return {
    project,
    files: target.write(project, encodings),
    copies: new Map(files.filter(file => !made.has(file)).map(file => [`${target.copied}/${file}`, file])),
    skipped,
  };
}

/** A page with its labels, or the reason why it stays as it is. */
async function labelledPage(site: Site, path: string): Promise<(LabelledPage & { encoding: PageEncoding }) | string> {
  const bytes = readFileSync(join(site.root, path));
  const encoding: PageEncoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding);
  const decoded = await site.text(path);
  // A byte-order mark is text of the page here, and none for the labels.
  const shift = text.length - decoded.length;
  if (shift !== (text.startsWith('\ufeff') ? 1 : 0)) return 'its encoding has several bytes a character, and is not UTF-8';
  const { nodes } = await site.labels(path);
  const labels = shift === 0 ? nodes : nodes.map(({ start, end, label }) => ({ start: start + shift, end: end + shift, label }));
  return { path, text, tree: parseHtml(text), labels, encoding };
}

/** All files of a site, sorted, except those of a repository; links count as the files that they lead to. */
export function siteFiles(root: string): { files: string[]; skipped: string[] } {
  const files: string[] = [];
  const skipped: string[] = [];
  const realRoot = realpathSync(root);
  const walk = (folder: string): void => {
    for (const { name } of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (folder === '' && name === '.git') continue;
      const path = folder === '' ? name : `${folder}/${name}`;
      const own = lstatSync(join(root, path));
      if (own.isDirectory()) walk(path);
      else if (own.isFile() || (own.isSymbolicLink() && leadsInside(root, path, realRoot))) files.push(path);
      else skipped.push(`${path} is not a file of the site, such as a link out of it; it is not copied.`);
    }
  };
  walk('');
  return { files: files.sort(), skipped };
}

function leadsInside(root: string, path: string, realRoot: string): boolean {
  try {
    const target = realpathSync(join(root, path));
    return statSync(target).isFile() && pathWithin(realRoot, target) !== undefined;
  } catch {
    return false;
  }
}
