import { isUtf8 } from 'node:buffer';
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { firstOf } from 'templens-shared/first-of';
import type { MigrationNames, MigrationOptions } from 'templens-shared/migration';
import type { Site } from '../api/site.ts';
import { TemplensError } from '../api/templens-error.ts';
import { withChosenNames } from '../core/migrate/chosen-names.ts';
import { convertSite, type PageGroup } from '../core/migrate/convert.ts';
import { withLists } from '../core/migrate/lists.ts';
import type { Project } from '../core/migrate/project.ts';
import { type Drift, migrationReport } from '../core/migrate/report.ts';
import { withSequences } from '../core/migrate/sequences.ts';
import { astro } from '../core/migrate/targets/astro.ts';
import { eleventy, templateLength } from '../core/migrate/targets/eleventy.ts';
import { jekyll } from '../core/migrate/targets/jekyll.ts';
import { ssi } from '../core/migrate/targets/ssi.ts';
import type { PageEncoding, Target } from '../core/migrate/targets/target.ts';
import { limits } from '../core/migrate/thresholds.ts';
import type { LabelledPage } from '../core/migrate/units.ts';
import { parseHtml } from '../html/parse.ts';
import { decodePage, encodeSingleBytes, encodingOf } from '../site/decode.ts';
import { pathWithin } from '../site/path-within.ts';

/** A project that builds a site: what to write, and what to copy. Paths are relative, with `/`. */
export interface Migration {
  project: Project;
  target: Target;
  encodings: ReadonlyMap<string, PageEncoding>;
  drift: Drift[];
  /** Texts of the files to write, by path in the project. */
  files: Map<string, string>;
  /** Files of the site to copy, by path in the project. */
  copies: Map<string, string>;
  /** The bytes that pages must have if they are not those of the site, by path. */
  changed: Map<string, Buffer>;
  /** A sentence for each file that cannot be taken over. */
  skipped: string[];
}

/** Name of the report in a project. */
export const reportFile = 'MIGRATION.md';

/**
 * Converts an indexed site to a project. Reads the files of the site; writes nothing.
 * @param withContents writes the contents of pages in another way.
 * @throws TemplensError `bad-argument` if a chosen name cannot be given.
 */
export async function planMigration(
  site: Site,
  { to, engine = 'nunjucks', adopt = false, names = {} }: MigrationOptions,
  withContents: (project: Project) => Project = project => project,
): Promise<Migration> {
  const { files, skipped } = siteFiles(site.root);
  const drift = await driftedParts(site, adopt);
  const encodings = new Map<string, PageEncoding>();
  const changed = new Map<string, Buffer>();
  const fallbacks = new Map<string, string>();
  const groups: PageGroup[] = [];
  const found = new Set(files);
  for (const { layout, pages } of await site.layouts()) {
    const labelled: LabelledPage[] = [];
    for (const path of pages) {
      if (!found.has(path)) continue;
      const page = await labelledPage(site, path);
      if (typeof page === 'string') fallbacks.set(path, page);
      else {
        encodings.set(path, page.encoding);
        if (page.isChanged) changed.set(path, Buffer.from(page.text, page.encoding));
        labelled.push(page);
      }
    }
    if (labelled.length > 0) groups.push({ name: layout, pages: labelled });
  }
  const named = withContents(chosenNames(convertSite(groups), names));
  const project = to === 'eleventy' ? withLists(withSequences(named), items => templateLength(items, engine)) : named;
  for (const [page, reason] of fallbacks) project.fallbacks.set(page, reason);
  // What stays as it is cannot adopt anything.
  for (const page of project.fallbacks.keys()) changed.delete(page);
  const target = { eleventy: eleventy(engine), jekyll, astro, ssi }[to];
  const readable = (page: string): boolean => target.encodings.includes(encodings.get(page) ?? 'utf8');
  const migration = withFiles({ project, target, encodings, drift, changed, skipped }, files);
  const unreadable = new Set(project.pages.flatMap(({ path }) => (readable(path) ? [] : [path])));
  return unreadable.size === 0 ? migration : leaveAsTheyAre(migration, unreadable, 'the generator reads and writes UTF-8 only');
}

function chosenNames(project: Project, names: MigrationNames): Project {
  try {
    return withChosenNames(project, names);
  } catch (error) {
    throw new TemplensError('bad-argument', (error as Error).message);
  }
}

/** Returns a migration in which these pages are copied instead of built. @param reason why, for the report */
export function leaveAsTheyAre(migration: Migration, pages: ReadonlySet<string>, reason: string): Migration {
  const { project, target, encodings, drift, changed, skipped, copies } = migration;
  const fallbacks = new Map(project.fallbacks);
  for (const page of pages) fallbacks.set(page, reason);
  const made = project.pages.filter(({ path }) => !pages.has(path));
  const left = new Map([...changed].filter(([page]) => !pages.has(page)));
  const files = [...copies.values(), ...project.pages.map(({ path }) => path)];
  return withFiles({ project: { ...project, pages: made, fallbacks }, target, encodings, drift, changed: left, skipped }, files);
}

/** Returns a migration in which the contents of these pages are HTML. */
export function withoutMarkdown(migration: Migration, pages: ReadonlySet<string>): Migration {
  const { project, copies } = migration;
  const made = project.pages.map(({ markdown, ...page }) =>
    markdown === undefined || pages.has(page.path) ? page : { ...page, markdown },
  );
  const files = [...copies.values(), ...made.map(({ path }) => path)];
  return withFiles({ ...migration, project: { ...project, pages: made } }, files);
}

/** Adds what to write and what to copy. @param files all files of the site. */
function withFiles(migration: Omit<Migration, 'files' | 'copies'>, files: readonly string[]): Migration {
  const { project, target, encodings, drift } = migration;
  const made = new Set(project.pages.map(({ path }) => path));
  const others = files.filter(file => !made.has(file));
  const written = target.write(project, encodings, others);
  written.set(reportFile, migrationReport(project, drift));
  const copies = new Map(others.map(file => [target.copied === '' ? file : `${target.copied}/${file}`, file]));
  const skipped = [...migration.skipped];
  for (const path of copies.keys()) {
    if (!written.has(path)) continue;
    copies.delete(path);
    skipped.push(`${path} is not copied: the project needs a file of this name.`);
  }
  return { ...migration, skipped, files: written, copies };
}

/** Finds parts with a rare version, by language. With `adopt`, replaces each with the most common one, which most pages must have. */
async function driftedParts(site: Site, adopt: boolean): Promise<Drift[]> {
  const drift: Drift[] = [];
  for (const { id, name, versions } of await site.parts()) {
    for (const language of new Set(versions.map(version => version.language))) {
      const [common, ...others] = versions.filter(version => version.language === language);
      const all = others.reduce((sum, version) => sum + version.pages.length, common!.pages.length);
      if (common!.pages.length * 2 <= all) continue;
      const rare = others.filter(version => version.pages.length <= limits.driftShare * all);
      const pages = rare.flatMap(version => version.pages).sort();
      if (pages.length === 0) continue;
      if (!adopt) {
        drift.push({ part: name, pages, isAdopted: false });
        continue;
      }
      const { pages: changed, refused } = await site.adopt({ part: id, version: common!.id, pages });
      const adopted = changed.map(({ page }) => page);
      if (adopted.length > 0) drift.push({ part: name, pages: adopted, isAdopted: true });
      for (const { page, reason } of refused) drift.push({ part: name, pages: [page], isAdopted: false, reason });
    }
  }
  return drift;
}

/** A page with its labels, or the reason why it stays as it is. `isChanged`: it adopted a version of a part. */
async function labelledPage(
  site: Site,
  path: string,
): Promise<(LabelledPage & { encoding: PageEncoding; isChanged: boolean }) | string> {
  const bytes = readFileSync(join(site.root, path));
  const decoded = await site.text(path);
  const isChanged = decoded !== decodePage(bytes);
  const { encoding: name, markLength } = encodingOf(bytes);
  const encoding: PageEncoding = isUtf8(bytes) && (!isChanged || name === 'utf-8') ? 'utf8' : 'latin1';
  let text: string | undefined = bytes.toString(encoding);
  if (isChanged) text = encoding === 'utf8' ? `${markLength > 0 ? '\ufeff' : ''}${decoded}` : encodeSingleBytes(decoded, name);
  if (text === undefined) return `what it would adopt cannot be written in its encoding, ${name}`;
  // A byte-order mark is text of the page here, and none for the labels.
  const shift = text.length - decoded.length;
  if (shift !== (text.startsWith('\ufeff') ? 1 : 0)) return 'its encoding has several bytes a character, and is not UTF-8';
  const { nodes } = await site.labels(path);
  const labels = shift === 0 ? nodes : nodes.map(({ start, end, label }) => ({ start: start + shift, end: end + shift, label }));
  return { path, text, tree: parseHtml(text), labels, encoding, isChanged };
}

/** Names the pages that adopted a part, so that they differ from those of the site; empty if none did. */
export function adoptedText({ changed }: Migration): string {
  const pages = [...changed.keys()].sort();
  if (pages.length === 0) return '';
  return `: to the site, but ${firstOf(pages, limits.listedNames)} to the page with the adopted part`;
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
