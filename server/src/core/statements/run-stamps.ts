import { attributeValue, nodeName } from '../../html/access.ts';
import { combine, hi, lo, number53 } from '../../html/hash.ts';
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
  /** Largest difference of ages within one run: it may go on past the hour, or past midnight where the stamp has no time. */
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
    const { path } = page.tree.hashes;
    // The number of a version without words is known by its place.
    if (versionAlone.test(text!)) combine(path[node * 2]!, path[node * 2 + 1]!, lo, hi);
    const key = number53(lo, hi);
    if (!stamps.has(key)) stamps.set(key, { key, node, text: text!, ...age });
  }
  return [...stamps.values()];
}

/** True if a stamp is from an earlier run than one with another age, or of another version. */
export function isOfOtherRun({ age, tolerance }: Pick<RunStamp, 'age' | 'tolerance'>, other: number): boolean {
  return other - age > tolerance || (tolerance === 0 && other < age);
}

/** By the words of a note, its age; a page without any has no vote. */
export function runStatements(page: ComparedPage): number[] {
  return runStamps(page).flatMap(({ key, age, node }) => [key, age, node]);
}

/** What a node says about the run that wrote it; undefined if it says nothing. */
function noteAt(page: ComparedPage, node: number): string | undefined {
  const { tree, source } = page;
  const kind = tree.kind[node];
  if (kind === ELEMENT) {
    const isGenerator =
      nodeName(tree, node) === 'meta' && attributeValue(tree, source, node, 'name')?.toLowerCase() === 'generator';
    const content = isGenerator ? (attributeValue(tree, source, node, 'content') ?? '') : undefined;
    return content !== undefined && generatorOf(content) !== 'editor' ? content : undefined;
  }
  if (kind !== COMMENT && kind !== TEXT) return undefined;
  const written = source.slice(tree.start[node], Math.min(tree.end[node]!, tree.start[node]! + LONGEST + 1));
  if (kind === TEXT && versionAlone.test(written)) return written;
  if (kind === TEXT) return isGeneratorNote(written) ? elementText(page, tree.parent[node]!) : undefined;
  return generatorOf(written) === 'generator' ? written.replace(/^<!--|-->$/g, '') : undefined;
}

const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthAndDay = new RegExp(
  `\\b(${month})\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)|\\b(\\d{1,2})(?:st|nd|rd|th)?[ .-](${month})\\b`,
  'i',
);
const numericDate = /\b((?:19|20)\d\d)[-./](\d\d)[-./](\d\d)\b/;
const yearAlone = /\b(?:19|20)\d\d\b/;
const timeOfDay = /(?<!\d)(\d{1,2}):\d{2}(?::\d{2})?(?: ?([ap])m\b)?/i;
const time = new RegExp(
  `T?(?<!\\d)\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]m\\b)?(?: ?(?!${month})(?:[a-z]{3,4}\\b|[+-]\\d{4}\\b))?`,
  'gi',
);
const monthName = new RegExp(`\\b(?:${month})\\b`, 'i');
const weekday = /\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\b/gi;
/** No part of a date, and no duration or size. */
const version = /(?<![\d._])\d{1,3}(?:[._]\d{1,3}){1,3}(?![._]?\d)(?! ?(?:m?s|sec|kb|mb|%)\b)/i;

const versionAlone = /^\s*v?\d{1,3}(?:\.\d{1,3}){2,3}\s*$/i;

/** The words of a note, which the notes of other runs have, too. */
function wordsOf(text: string): string {
  const words = text.replace(time, '').replace(weekday, '').replace(monthName, '');
  return words
    .replace(/\d[\d._]*/g, '#')
    .replace(/[\s,]+/g, ' ')
    .toLowerCase();
}

/** The hours, or the numbers of a version, of a note; undefined if it has neither. */
function ageOf(text: string): Pick<RunStamp, 'age' | 'tolerance'> | undefined {
  const day = dayOf(text.replace(time, ' '));
  if (day !== undefined) {
    const [, hour, half] = timeOfDay.exec(text) ?? [];
    const hours = hour === undefined ? 0 : half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
    return { age: day * 24 + hours, tolerance: hour === undefined ? 24 : 1 };
  }
  const numbers = version.exec(text)?.[0].split(/[._]/).map(Number);
  return numbers && { age: numbers.reduce((sum, part, at) => sum + part * 1000 ** (3 - at), 0), tolerance: 0 };
}

/** The day of a note, in days since 1970; undefined if it has none. */
function dayOf(text: string): number | undefined {
  const [, year, ofYear, ofMonth] = numericDate.exec(text) ?? [];
  if (year !== undefined) return Date.UTC(Number(year), Number(ofYear) - 1, Number(ofMonth)) / 86_400_000;
  const [, before, dayAfter, dayBefore, after] = monthAndDay.exec(text) ?? [];
  const name = before ?? after;
  const named = yearAlone.exec(text)?.[0];
  if (name === undefined || named === undefined) return undefined;
  return Date.UTC(Number(named), months.indexOf(name.slice(0, 3).toLowerCase()), Number(dayAfter ?? dayBefore)) / 86_400_000;
}
