import { hashString, hi, lo } from './hash.ts';
import { stateAttributes } from './state-tokens.ts';
import { detached } from './strings.ts';
import { limits } from './thresholds.ts';

/** The attribute that sets the label of an element and of everything in it. Comparisons ignore it. */
export const overrideAttribute = 'data-templens';

/** Salt for hashes of element and attribute names, see `hashString`. */
export const NAME_SALT = 2;

/** Roles of attributes: they decide how a value is hashed, and whether it counts for the display hash (docs/lab/algorithms.md, SST). */
export const CLASS = 1;
export const STYLE = 2;
export const PRESENTATIONAL = 3;
export const ADDRESS = 4;
/** An instruction for Templens; not hashed. */
export const DIRECTIVE = 5;
/** Marks the current item of a menu (N8); not hashed. */
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

/** An attribute name with its hash and role. */
export interface AttributeName {
  /** The name in lower case. */
  readonly name: string;
  /** The two lanes of the name's hash. */
  readonly lo: number;
  readonly hi: number;
  /** The role, `CLASS` to `STATE`; 0 for all other attributes. */
  readonly role: number;
}

/** Names by a hash of their code units, so that looking one up makes no substring. */
const attributeNames = new Map<number, AttributeName[]>();

/** The attribute name at `start..end` of a page's text, with its hash and its role; `units` are the text's code units. */
export function attributeName(text: string, units: Uint16Array, start: number, end: number): AttributeName {
  let key = end - start;
  for (let i = start; i < end; i++) {
    const c = units[i]!;
    key = (Math.imul(key, 31) + (c >= 65 && c <= 90 ? c | 32 : c)) | 0;
  }
  const bucket = attributeNames.get(key);
  if (bucket) for (const known of bucket) if (equalsIgnoringCase(known.name, units, start, end)) return known;
  const name = text.slice(start, end).toLowerCase();
  hashString(name, 0, name.length, NAME_SALT);
  const entry = { name: detached(name), lo, hi, role: roles.get(name) ?? 0 };
  if (attributeNames.size > limits.attributeNames) attributeNames.clear();
  attributeNames.set(key, bucket && bucket.length < limits.attributeNamesPerKey ? [...bucket, entry] : [entry]);
  return entry;
}

/** True if the code units at `start..end` spell `name` in any letter case. `name` is in lower case. */
export function equalsIgnoringCase(name: string, units: Uint16Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i++) {
    const c = units[start + i]!;
    if ((c >= 65 && c <= 90 ? c | 32 : c) !== name.charCodeAt(i)) return false;
  }
  return true;
}

/** True for `class`, `id` and `data-*`: on `html` and `body`, each page may have its own (N9). */
export function isOwnOfPage(attribute: string): boolean {
  return attribute === 'class' || attribute === 'id' || attribute.startsWith('data-');
}
