import { hashString, hi, lo } from './hash.ts';
import { stateAttributes } from './state-tokens.ts';
import { detached } from './strings.ts';

/** The attribute by which a page's author decides the label of an element and of what is in it. It is no part of the page. */
export const overrideAttribute = 'data-templens';

/** Salt of the hashes of names. */
export const NAME_SALT = 2;

/** How an attribute takes part in the display hash of style nodes (docs/lab/algorithms.md, SST). */
export const CLASS = 1;
export const STYLE = 2;
export const PRESENTATIONAL = 3;
export const ADDRESS = 4;
/** Says something to Templens, nothing about the page. */
export const DIRECTIVE = 5;
/** Marks the current item of a menu (N8). */
export const STATE = 6;
const roles = new Map<string, number>([
  ['class', CLASS],
  ['style', STYLE],
  [overrideAttribute, DIRECTIVE],
  ...[...stateAttributes].map(name => [name, STATE] as [string, number]),
  ...['href', 'src', 'action', 'poster', 'background'].map(name => [name, ADDRESS] as [string, number]),
  ...['align', 'valign', 'bgcolor', 'width', 'height', 'border', 'color', 'face', 'size'].map(
    name => [name, PRESENTATIONAL] as [string, number],
  ),
]);

export interface AttributeName {
  readonly name: string;
  /** Its hash. */
  readonly lo: number;
  readonly hi: number;
  readonly role: number;
}

/** By a hash of their code units, so that the hot path makes no substring. */
const attributeNames = new Map<number, AttributeName[]>();
const maxAttributeNames = 4096;

/** The name at `start..end` of a page's text, in lower case, with its hash and its role; `units` are the text's code units. */
export function attributeName(text: string, units: Uint16Array, start: number, end: number): AttributeName {
  let key = end - start;
  for (let i = start; i < end; i++) {
    const c = units[i]!;
    key = (Math.imul(key, 31) + (c >= 65 && c <= 90 ? c | 32 : c)) | 0;
  }
  const bucket = attributeNames.get(key);
  if (bucket) for (const known of bucket) if (matches(known.name, units, start, end)) return known;
  const name = text.slice(start, end).toLowerCase();
  hashString(name, 0, name.length, NAME_SALT);
  const entry = { name: detached(name), lo, hi, role: roles.get(name) ?? 0 };
  if (attributeNames.size > maxAttributeNames) attributeNames.clear();
  // Names with one key can be made at will; no real page has so many.
  attributeNames.set(key, bucket && bucket.length < 8 ? [...bucket, entry] : [entry]);
  return entry;
}

/** Is this, in any letter case, the name at `start..end` of the code units? `name` is in lower case. */
export function matches(name: string, units: Uint16Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i++) {
    const c = units[start + i]!;
    if ((c >= 65 && c <= 90 ? c | 32 : c) !== name.charCodeAt(i)) return false;
  }
  return true;
}
