import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { defaultSettings } from 'templens-shared/settings';
import { discoverPages, pageFilter } from '../../site/discover.ts';
import type { GoldFile, GoldRule, GoldTemplate } from './gold-file.ts';
import { hasTecoClasses, readTecoPage } from './teco.ts';

/** The result of `importTeco`. */
export interface TecoImport {
  gold: GoldFile;
  /** A sentence for each page whose labels could not be read, or not be removed completely. */
  problems: string[];
}

/**
 * Reads a page, or the pages of a folder, with labels of the TECO suite, and writes a gold folder: `gold.json`, and the pages below `pages`,
 * unchanged except that the classes of the suite are removed. Pages without labels become `unlabelled`.
 *
 * Throws an `Error` with a sentence as its message if there is no labelled page or the target is not empty, or the error of the file system.
 * @param target an empty folder, or one that does not exist
 */
export function importTeco(source: string, target: string, about: Pick<GoldFile, 'site' | 'category'>): TecoImport {
  const isFile = statSync(source).isFile();
  const folder = isFile ? dirname(source) : source;
  const pages = isFile
    ? [basename(source)]
    : [...discoverPages(folder, pageFilter(folder, { ...defaultSettings, gitignore: false })).pages.keys()];
  const read = pages.map(page => readPage(folder, page));
  const labelled = read.filter(page => page.labelled);
  if (labelled.length === 0)
    throw new Error(`${source} holds no page with a class TECO_notTemplate or another of the TECO suite.`);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new Error(`${target} is not empty; give a folder that is empty or not there.`);
  const unlabelled = read.filter(page => !page.labelled).map(({ page }) => page);
  const gold: GoldFile = {
    ...about,
    notes:
      'Labels of the TECO suite. It does not say which pages have the same template: pages with the same rules are one here.',
    templates: templatesOf(labelled),
    ...(unlabelled.length > 0 && { unlabelled }),
  };
  writeGoldFolder(gold, folder, read, target);
  return { gold, problems: read.flatMap(({ problem }) => problem ?? []) };
}

interface ImportedPage {
  page: string;
  labelled: boolean;
  rules: GoldRule[];
  /** The page without the labels; undefined if it is copied unchanged. */
  bytes: Buffer | undefined;
  problem: string | undefined;
}

function readPage(folder: string, page: string): ImportedPage {
  const bytes = readFileSync(join(folder, page));
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return {
      page,
      labelled: false,
      rules: [],
      bytes: undefined,
      problem: `${page} is in UTF-16, where labels are not looked for; it stays without.`,
    };
  }
  // Latin-1 maps each byte to one character: tags are ASCII in all encodings but UTF-16, and all bytes outside the labels stay unchanged.
  const { labelled, rules, text } = readTecoPage(bytes.toString('latin1'));
  const problem = hasTecoClasses(text) ? `${page} keeps a TECO_ class in a tag that an HTML parser drops.` : undefined;
  return { page, labelled, rules, bytes: labelled ? Buffer.from(text, 'latin1') : undefined, problem };
}

/** Writes the folder completely or not at all: into a temporary folder beside it, which is then renamed. */
function writeGoldFolder(gold: GoldFile, folder: string, pages: readonly ImportedPage[], target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  const draft = mkdtempSync(`${target}.draft-`);
  try {
    for (const { page, bytes } of pages) {
      const file = join(draft, 'pages', page);
      mkdirSync(dirname(file), { recursive: true });
      if (bytes) writeFileSync(file, bytes);
      else copyFileSync(join(folder, page), file);
    }
    writeFileSync(join(draft, 'gold.json'), `${JSON.stringify(gold, null, 2)}\n`);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Groups pages with equal rules. */
function templatesOf(pages: readonly ImportedPage[]): GoldTemplate[] {
  const byRules = new Map<string, GoldTemplate>();
  for (const { page, rules } of pages) {
    const key = JSON.stringify(rules);
    const known = byRules.get(key);
    if (known) known.pages.push(page);
    else byRules.set(key, { name: page, pages: [page], rules });
  }
  return [...byRules.values()].map(template => ({ ...template, keyPages: template.pages }));
}
