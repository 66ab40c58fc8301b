// Readers of published data sets of content extraction. The data are not ours: users download them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { decodePage, encodingOf } from '../../site/decode.ts';
import { isElement, parseGoldPage } from '../workbench/gold-labels.ts';
import { tokens } from './word-scores.ts';

/** A page with its gold text. */
export interface DataSetPage {
  /** Name of its file. */
  name: string;
  /** The decoded page, without a wrapper. */
  source: string;
  /** The gold text, with segment markers if the data set has them. */
  gold: string;
  /** Host of its address, else `name`: pages of one host are compared with one another. */
  host: string;
  encoding: string;
  /** Sentences about defects of its files, which the published data have, too. */
  remarks: string[];
}

/** The files of a data set in a folder. */
export interface DataSetFiles {
  pages: DataSetPage[];
  /** Names of pages without a gold text, and of gold files without a page. */
  withoutGold: string[];
  withoutPage: string[];
}

/** `<text id="ADDRESS" title="..." encoding="...">` before a page of CleanEval. */
const wrapper = /^\s*<text\b((?:[^>"]|"[^"]*")*)>/i;

/**
 * Reads a folder of CleanEval: pages in `orig`, `original`, `input` or the like, and for each a text file with its number as its name in `clean`,
 * `cleaned`, `GoldStandard` or the like.
 */
export function readCleaneval(folder: string): DataSetFiles {
  const folders = foldersWithin(folder);
  const pages = filesBest(folders, ['.html', '.htm'], isPagesFolder);
  const gold = filesBest(folders, ['.txt'], isGoldFolder);
  const texts = new Map([...gold].map(([name, file]) => [stemOf(name), file]));
  const used = new Set<string>();
  const read = [...pages].map(([name, file]) => {
    const stem = stemOf(name);
    const text = texts.get(stem);
    if (text !== undefined) used.add(stem);
    return cleanevalPage(name, file, text);
  });
  return {
    pages: read.filter(page => page !== undefined),
    withoutGold: [...pages.keys()].filter(name => !texts.has(stemOf(name))),
    withoutPage: [...texts].filter(([stem]) => !used.has(stem)).map(([, file]) => basename(file)),
  };
}

function cleanevalPage(name: string, file: string, goldFile: string | undefined): DataSetPage | undefined {
  if (goldFile === undefined) return undefined;
  const bytes = readFileSync(file);
  const attributes = wrapper.exec(bytes.toString('latin1', 0, 10_000))?.[1];
  const declared = attribute(attributes, 'encoding');
  const source = decodePage(bytes, declared)
    .replace(wrapper, '')
    .replace(/<\/text>\s*$/i, '');
  const gold = decodePage(readFileSync(goldFile));
  const remarks = [
    ...(source.includes('\ufffd') ? [`${name} has bytes that are invalid in ${encodingOf(bytes, declared).encoding}.`] : []),
    ...(tokens(gold).length === 0 ? [`The gold text ${basename(goldFile)} has no words.`] : []),
  ];
  const address = attribute(attributes, 'id') ?? /^[ \t]*URL:[ \t]*(\S+)/m.exec(gold)?.[1];
  return { name, source, gold, host: hostOf(address) ?? name, encoding: encodingOf(bytes, declared).encoding, remarks };
}

function attribute(attributes: string | undefined, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes ?? '')?.[1];
}

/** Classes of the spans around content in L3S-GN1: headline, full text, supplement. 0 is no content, 4 related content, 5 comments. */
const contentLevels = new Set(['x-nc-sel1', 'x-nc-sel2', 'x-nc-sel3']);
const anyLevel = /^x-nc-sel\d$/;

/** Reads a folder of L3S-GN1: pages in `original`, the same with spans of the classes `x-nc-sel0` to `x-nc-sel5` in `annotated`. */
export function readL3sGn1(folder: string): DataSetFiles {
  const folders = foldersWithin(folder);
  const pages = filesBest(folders, ['.html'], path => basename(path) === 'original');
  const annotated = filesBest(folders, ['.html'], path => basename(path) === 'annotated');
  const addresses = new Map<string, string>();
  for (const path of folders) {
    const mapping = readdirSync(path).find(name => name === 'url-mapping.txt');
    for (const [, id, address] of mapping
      ? readFileSync(join(path, mapping), 'utf8').matchAll(/<urn:uuid:([^>]+)>[ \t]+(\S+)/g)
      : []) {
      addresses.set(id!, address!);
    }
  }
  const shared = [...pages].filter(([name]) => annotated.has(name));
  return {
    pages: shared.map(([name, file]) => {
      const bytes = readFileSync(file);
      const source = decodePage(bytes);
      const { text, levels } = annotatedText(decodePage(readFileSync(annotated.get(name)!)));
      const remarks = [
        ...(levels === 0 ? [`${name} in annotated has no span of a class x-nc-sel0 to x-nc-sel5.`] : []),
        ...(levels > 0 && tokens(text).length === 0 ? [`${name} in annotated has no content.`] : []),
      ];
      const host = hostOf(addresses.get(stemOf(name))) ?? name;
      return { name, source, gold: text, host, encoding: encodingOf(bytes).encoding, remarks };
    }),
    withoutGold: [...pages.keys()].filter(name => !annotated.has(name)),
    withoutPage: [...annotated.keys()].filter(name => !pages.has(name)),
  };
}

/** The texts whose innermost annotation says content, and the number of annotations. */
function annotatedText(html: string): { text: string; levels: number } {
  const found: string[] = [];
  let levels = 0;
  const visit = (parent: { children: readonly { type: string }[] }, isContent: boolean): void => {
    for (const child of parent.children) {
      if (child.type === 'text' && isContent) found.push((child as unknown as { data: string }).data);
      if (!isElement(child)) continue;
      const level = child.attribs.class?.split(/\s+/).find(name => anyLevel.test(name));
      if (level !== undefined) levels++;
      visit(child, level === undefined ? isContent : contentLevels.has(level));
      found.push(' ');
    }
  };
  visit(parseGoldPage(html) as unknown as { children: readonly { type: string }[] }, false);
  return { text: found.join('').replaceAll(/\s+/g, ' '), levels };
}

/** The folder and the folders in it, two levels deep. */
function foldersWithin(folder: string, depth = 2): string[] {
  const inside = depth === 0 ? [] : readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory());
  return [folder, ...inside.flatMap(({ name }) => foldersWithin(join(folder, name), depth - 1))].sort();
}

/** The files with one of the extensions, by name, of the suitable folder that has most of them. */
function filesBest(
  folders: readonly string[],
  extensions: readonly string[],
  isSuitable: (folder: string) => boolean,
): Map<string, string> {
  const lists = folders.filter(isSuitable).map(folder =>
    readdirSync(folder)
      .filter(name => extensions.includes(extname(name).toLowerCase()) && statSync(join(folder, name)).isFile())
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .map(name => [name, join(folder, name)] as const),
  );
  return new Map(lists.reduce((a, b) => (b.length > a.length ? b : a), []));
}

function isPagesFolder(path: string): boolean {
  return /orig|input|html/i.test(basename(path));
}

function isGoldFolder(path: string): boolean {
  return /clean|gold/i.test(basename(path));
}

/** `12` of `12.html`, `12.txt` and `12-cleaned.txt`. */
function stemOf(name: string): string {
  return name.slice(0, name.length - extname(name).length).replace(/-(?:cleaned|clean|gold)$/i, '');
}

function hostOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : undefined;
}
