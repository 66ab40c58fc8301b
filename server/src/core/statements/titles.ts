import { nodeName, nodeText, titleElement } from '../../html/access.ts';
import { hash53, hi, lo, number53 } from '../../html/hash.ts';
import { hashNormalForm } from '../../html/normal-form-hash.ts';
import { isHomeName } from '../../html/page-address.ts';
import { ELEMENT, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { type Agreement, type AgreementTable, OPEN } from './agreement-table.ts';
import { elementText } from './element-text.ts';
import { essentialNode, TITLE } from './essentials.ts';
import { parts } from './file-name.ts';
import type { Statements } from './statements.ts';
import { sectionsOf } from './title-sections.ts';

const TITLE_SALT = 51;
const FOLDER_SALT = 55;
/** The file's name has words of the title, and no others. */
const OF_FILE = 1;
/** The file's name has half of the words of the title beside others. */
const OF_PART_OF_FILE = 2;
/** Only headings or the folder have words of the title, or the page is the first of its folder. */
const OF_HEADING = 3;
/** What is on the page has no word of the title, or only few. */
const OF_NOTHING = 4;
/** The folder has words of the title: this and what tells it from other folders. */
export const LEAST_FOLDER = 5;
/** Shorter words, in characters, say nothing. */
const SHORTEST_WORD = 3;
/** Pages. A title that fits more pages by file name or heading belongs to none of them, so no page copied it. */
const MOST_PAGES = 4;
/** Characters. A longer text is no heading. */
const LONGEST_HEADING = 80;
/** Words. A title may fit a page whose file name has one word of every three in the title. */
const WORDS_PER_MATCH = 3;
const outsideHeadings = new Set(['a', 'head', 'title', 'script', 'style', 'button', 'option']);

/** A section of the title of a page, as pages with the same title share it. */
interface TitleSection {
  /** Of the section and the title, in lower case. */
  readonly key: number;
  /** Of the section and the title: key of the statement about the folder of the page. */
  readonly folderKey: number;
  readonly words: readonly string[];
  /** What has words of it: `OF_FILE` ... `OF_NOTHING`. */
  readonly subject: number;
  /** The title element. */
  readonly node: number;
}

/** What a page itself says that it is about. */
interface Subject {
  /** Name of the file and of its folder. */
  readonly stem: string;
  readonly folder: string;
  readonly isOfFile: (word: string) => boolean;
  readonly isOfFolder: (word: string) => boolean;
  readonly isOfHeading: (word: string) => boolean;
}

function subjectOf(page: ComparedPage, title: string): Subject {
  const [folders, stem] = parts(page.context.path.toLowerCase());
  /** Known when a word asks for them. */
  let ofHeadings: ReadonlySet<string> | undefined;
  return {
    stem,
    folder: folderOf(page.context.path),
    isOfFile: word => isInName(word, stem),
    isOfFolder: word => isInName(word, folders),
    isOfHeading: word => {
      ofHeadings ??= wordsOfHeadings(page, title);
      return isAmong(word, ofHeadings);
    },
  };
}

/** Name of the folder that a page stands in. */
function folderOf(path: string): string {
  return path.toLowerCase().split('/').at(-2) ?? '';
}

function titleOf(page: ComparedPage): { node: number; title: string; subject: Subject } {
  const node = essentialNode(page, TITLE);
  const title = node < 0 ? '' : elementText(page, node).toLowerCase();
  return { node, title, subject: subjectOf(page, title) };
}

/** The sections of the title of a page that have words. */
function titleSections(page: ComparedPage): TitleSection[] {
  const { node, title, subject } = titleOf(page);
  const sections = sectionsOf(title).map(wordsOf);
  const isWholeName = namesAll(subject.stem, sections.flat());
  const ofWords = (words: readonly string[]): number => {
    const ofFile = words.filter(subject.isOfFile);
    if (isWholeName && ofFile.length * WORDS_PER_MATCH >= words.length) return OF_FILE;
    if (ofFile.length * 2 >= words.length) return OF_PART_OF_FILE;
    const ofOthers = words.filter(word => ofFile.includes(word) || subject.isOfFolder(word) || subject.isOfHeading(word));
    return isHomeName(subject.stem) || ofOthers.length * 2 >= words.length ? OF_HEADING : OF_NOTHING;
  };
  const keyOf = (text: string): number => {
    hashNormalForm(text, TITLE_SALT, page.context.key);
    return number53(lo, hi);
  };
  return sections.flatMap((words, at) =>
    words.length === 0
      ? []
      : [{ key: keyOf(`${at} ${title}`), folderKey: keyOf(`${at}/${title}`), words, subject: ofWords(words), node }],
  );
}

/** True if the text of a node equals one section of the page's title, such as "Prices" if the title is "Prices - Acme". */
export function saysTitle(page: ComparedPage, node: number): boolean {
  const said = nodeText(page.tree, page.source, node).toLowerCase();
  return said !== '' && sectionsOf(titleOf(page).title).includes(said);
}

/** True if the file of a page is named after a section of its title. */
export function isNamedByTitle(page: ComparedPage): boolean {
  return titleSections(page).some(({ subject }) => subject === OF_FILE);
}

/** What pages agree on about a title that a page has copied: another page is named after it, and this page is not about it. */
export function copiedTitleOf(
  page: ComparedPage,
  titles: AgreementTable,
  load: (page: string) => ComparedPage | undefined,
): Agreement | undefined {
  const sections = titleSections(page);
  // What the file is named after is the page's own title, whatever its other sections say.
  if (sections.some(({ subject }) => subject === OF_FILE)) return undefined;
  for (const { key, folderKey, words, subject } of sections) {
    const agreed = titles.agreement(key);
    // Only what it dissents from: it is not checked again when other agreements change.
    const other = agreed?.value === subject ? undefined : agreed && load(agreed.example.page);
    if (other && isOfOther(page, words, other)) return agreed;
    const ofFolder = titles.agreement(folderKey);
    if (
      ofFolder &&
      ofFolder.value >= LEAST_FOLDER &&
      subject === OF_NOTHING &&
      hasTitleOfOtherFolder(page, ofFolder.example.page)
    )
      return ofFolder;
  }
  return undefined;
}

/** True if words of a page's title are not about the page but about another, whose file is named after them. */
function isOfOther(page: ComparedPage, words: readonly string[], other: ComparedPage): boolean {
  const { stem, isOfFile, isOfFolder, isOfHeading } = titleOf(page).subject;
  if (isHomeName(stem)) return false;
  const there = titleOf(other).subject;
  const named = words.filter(there.isOfFile);
  // A name of several words is that of one thing, so a page with one of them may be about another. What both pages show does not tell them apart.
  const isOfBoth = (word: string): boolean => !named.includes(word) && isOfHeading(word) && there.isOfHeading(word);
  const asked = named.length > 1 ? named : words.filter(word => !isOfBoth(word));
  const ofFile = asked.filter(word => isOfFile(word) || isOfFolder(word));
  const ofAny = asked.filter(word => ofFile.includes(word) || isOfHeading(word));
  return named.length > 1
    ? ofFile.length * WORDS_PER_MATCH <= named.length && ofAny.length * 2 <= named.length
    : ofAny.length === 0;
}

/** True if the name of a page, or a heading, has the name of its folder, and its title, which is that of another folder, has not. */
function hasTitleOfOtherFolder(page: ComparedPage, other: string): boolean {
  const { title, subject } = titleOf(page);
  const [name] = wordsOf(subject.folder);
  if (name === undefined || title.includes(name) || subject.folder === folderOf(other)) return false;
  return subject.stem.includes(name) || wordsOfHeadings(page, name).has(name);
}

/** What the whole title of a page is known by, and the title with the name of the file; none without a title. */
export function wholeTitleKeys(page: ComparedPage): [title: number, titleOfName: number] | [] {
  const node = titleElement(page.tree);
  const text = node < 0 ? '' : elementText(page, node).toLowerCase();
  return text === '' ? [] : [hash53(`title ${text}`), hash53(`title ${parts(page.context.path)[1]}/${text}`)];
}

/** By section of the title, what on the page has words of it, and whether its folder has; a page without any has no vote, however many such pages there are. */
export function titleStatements(page: ComparedPage): Statements {
  const folder = folderOf(page.context.path);
  hashNormalForm(folder, FOLDER_SALT, page.context.key);
  const folderValue = number53(lo, hi) + LEAST_FOLDER;
  return Float64Array.from(
    titleSections(page).flatMap(({ key, folderKey, words, subject, node }) => {
      const ofFolder = words.some(word => isInName(word, folder)) ? folderValue : undefined;
      const isOther = subject === OF_NOTHING;
      return [key, isOther ? OPEN : subject, node, folderKey, ofFolder ?? (isOther ? OPEN : subject), node];
    }),
  );
}

/** True if a title is that of the page, or pages, with its words in the file's name, or of a folder, and others have copied it. */
export function isCopiedTitle(value: number, pages: number, of: number): boolean {
  if (value >= LEAST_FOLDER) return pages > MOST_PAGES && pages * 3 >= of * 2;
  return value <= OF_PART_OF_FILE && of <= MOST_PAGES && pages * 2 >= of;
}

/** True if a name contains the word, or has a word that the word contains. */
function isInName(word: string, name: string): boolean {
  return name.includes(word) || isAmong(word, wordsOf(name));
}

/** True if the word contains one of the others. */
function isAmong(word: string, others: Iterable<string>): boolean {
  for (const other of others) if (word.includes(other)) return true;
  return false;
}

/** True if a file's name consists of words of a title, or pieces of them. */
function namesAll(stem: string, words: readonly string[]): boolean {
  let rest = stem;
  for (const word of words.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(word, ' ');
  return wordsOf(rest).every(piece => words.some(word => word.includes(piece)));
}

/** Pieces of a title that are words of short texts of the page, but not of links: whatever elements they stand in, they may be headings. */
function wordsOfHeadings({ tree, source }: ComparedPage, title: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (let node = 0; node < tree.size; ) {
    if (tree.kind[node] === ELEMENT && outsideHeadings.has(nodeName(tree, node))) {
      node = tree.subtreeEnd[node]!;
      continue;
    }
    const isShort = tree.kind[node] === TEXT && tree.textLength[node]! > 0 && tree.textLength[node]! <= LONGEST_HEADING;
    if (isShort)
      for (const word of wordsOf(nodeText(tree, source, node).toLowerCase())) if (title.includes(word)) words.add(word);
    node++;
  }
  return words;
}

function wordsOf(text: string): string[] {
  return (text.match(/\p{L}+/gu) ?? []).filter(({ length }) => length >= SHORTEST_WORD);
}
