import { attributeValue, nodeName } from '../../html/access.ts';
import { hi, lo, number53 } from '../../html/hash.ts';
import { hashNormalForm } from '../../html/normal-form-hash.ts';
import { COMMENT, ELEMENT, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { elementText } from './element-text.ts';
import { generatorOf, isGeneratorNote } from './generators.ts';

const STAMP_SALT = 61;
/** In UTF-16 code units; a longer text is no note of a generator. */
const LONGEST = 300;

/** What a generator wrote about its run: its version, or the day. */
export interface RunStamp {
  /** Of the words without their numbers and dates. */
  readonly key: number;
  readonly node: number;
  readonly text: string;
  /** Of two stamps with the same key, the greater one is from the later run: hours, or the numbers of a version. */
  readonly age: number;
  /** By so much the ages of one run may differ: it may go on past the hour, or past midnight where the stamp has no time. */
  readonly tolerance: number;
}

/** The first notes in comments, in `<meta name="generator">` and in texts, of each key, that tell runs of the generator apart. */
export function runStamps(page: ComparedPage): RunStamp[] {
  const stamps = new Map<number, RunStamp>();
  for (let node = 0; node < page.tree.size; node++) {
    const text = noteAt(page, node)?.replace(/\s+/g, ' ').trim();
    const age = text === undefined || text.length > LONGEST ? undefined : ageOf(text);
    if (!age) continue;
    hashNormalForm(wordsOf(text!), STAMP_SALT, page.context.key);
    const key = number53(lo, hi);
    if (!stamps.has(key)) stamps.set(key, { key, node, text: text!, ...age });
  }
  return [...stamps.values()];
}

/** By the words of a note, its age; a page without any has no vote. */
export function runStatements(page: ComparedPage): number[] {
  return runStamps(page).flatMap(({ key, age, node }) => [key, age, node]);
}

/** What a node says about the run that wrote it; undefined if it says nothing. */
function noteAt(page: ComparedPage, node: number): string | undefined {
  const { tree, source } = page;
  const written = source.slice(tree.start[node], Math.min(tree.end[node]!, tree.start[node]! + LONGEST));
  if (tree.kind[node] === COMMENT) return generatorOf(written) === 'generator' ? written.replace(/^<!--|-->$/g, '') : undefined;
  if (tree.kind[node] === TEXT) return isGeneratorNote(written) ? elementText(page, tree.parent[node]!) : undefined;
  const isMeta = tree.kind[node] === ELEMENT && nodeName(tree, node) === 'meta';
  if (!isMeta || attributeValue(tree, source, node, 'name')?.toLowerCase() !== 'generator') return undefined;
  const content = attributeValue(tree, source, node, 'content') ?? '';
  return generatorOf(content) === 'editor' ? undefined : content;
}

const time = /\b\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m\b)?(?: ?(?:[a-z]{3,4}\b|[+-]\d{4}\b))?/gi;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = new RegExp(`\\b(${months.join('|')})[a-z]{0,6}\\b`, 'i');
const weekday = /\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\b/gi;

/** The words of a note, which the notes of other runs have, too. */
function wordsOf(text: string): string {
  return text
    .replace(time, '')
    .replace(weekday, '')
    .replace(month, '')
    .replace(/\d+/g, '#')
    .replace(/[\s,]+/g, ' ')
    .toLowerCase();
}

/** The hours, or the numbers of a version, of a note; undefined if it has neither. */
function ageOf(text: string): Pick<RunStamp, 'age' | 'tolerance'> | undefined {
  const dated = text.replace(time, '');
  const named = month.exec(dated)?.[1]?.toLowerCase();
  const [, year, ofMonth, ofDay] = /\b((?:19|20)\d\d)(?:[-./](\d\d)[-./](\d\d))?\b/.exec(dated) ?? [];
  if (year !== undefined && (named !== undefined || ofMonth !== undefined)) {
    const day = ofDay ?? /(?<![\d.])([1-9]|[0-2]\d|3[01])(?![\d.])/.exec(dated)?.[1] ?? '0';
    const days = (Number(year) * 12 + (named === undefined ? Number(ofMonth) : months.indexOf(named) + 1)) * 31 + Number(day);
    const hour = /\b(\d{1,2}):\d{2}/.exec(text)?.[1];
    return { age: days * 24 + Number(hour ?? 0), tolerance: hour === undefined ? 24 : 1 };
  }
  const version = /(?<!\d)\d{1,3}(?:[._]\d{1,3}){1,3}(?!\d)/.exec(text)?.[0].split(/[._]/).map(Number);
  return version && { age: version.reduce((sum, part, at) => sum + part * 1000 ** (3 - at), 0), tolerance: 0 };
}
