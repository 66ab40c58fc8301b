import { pageName } from '../layouts/layout-names.ts';
import { PathSummary } from '../layouts/path-summary.ts';
import { limits } from './thresholds.ts';

/** Names that generators of sites give a meaning of their own, and those of this project. */
const reserved = new Set(
  `layout permalink tags date pagination page pages content collections eleventy eleventyComputed eleventyNavigation
  eleventyExcludeFromCollections eleventyImport eleventyDataSchema pkg root site env
  dynamicPermalink templateEngineOverride override renderData data draft published excerpt category categories slug
  id url path output file source here next previous layouts include
  break case catch class const continue debugger default delete do enum export extends finally function instanceof
  let new package private protected public return slot static switch this throw try typeof var void while yield await eval arguments
  and or not if else elif for in is true false none null undefined nil empty blank loop forloop entry super range caller set block extends macro import from as with`.split(
    /\s+/,
  ),
);

/** Gives the slots of a layout names that say what they are for. */
export class SlotNames {
  readonly #used = new Set<string>();

  /** A free name like `wanted`. */
  take(wanted: string): string {
    const plain = identifier(wanted);
    const base = reserved.has(plain) ? `${plain}_text` : plain;
    let name = base;
    for (let number = 2; this.#used.has(name); number++) name = `${base}_${number}`;
    this.#used.add(name);
    return name;
  }
}

/** Turns a text into a name of a variable: letters, digits and `_`. */
function identifier(text: string): string {
  const plain = text
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 32);
  return /^[a-z]/.test(plain) ? plain : plain === '' ? 'text' : `n${plain}`;
}

/** A name for a value, by the text of the layout before it. */
export function nameByContext(before: string): string {
  const tail = before.slice(-400);
  const tag = /<([a-z][a-z0-9:-]*)((?:\s[^<>]*)?)$/i.exec(tail);
  if (tag) return attributeName(tag[1]!.toLowerCase(), tag[2]!);
  const open = startTags(tail).at(-1);
  if (!open) return /<!--[^>]*$/.test(tail) ? 'comment' : 'text';
  const { element, attributes } = open;
  if (element === 'title') return 'title';
  if (element === 'h1') return 'heading';
  const id = attributeValue(attributes, 'id') ?? attributeValue(attributes, 'class')?.trim().split(/\s+/)[0];
  return id !== undefined && /[a-z]/i.test(id) ? id : (elementNames[element] ?? element);
}

const elementNames: Record<string, string> = {
  p: 'text',
  a: 'link',
  td: 'cell',
  div: 'block',
  span: 'text',
  br: 'text',
  hr: 'text',
};

/** A name for the value of an attribute whose start tag is written up to the value. */
function attributeName(element: string, attributes: string): string {
  const attribute = openAttribute(attributes);
  if (attribute === undefined) return `${element}_attributes`;
  if (element === 'meta') {
    return attributeValue(attributes, 'name') ?? attributeValue(attributes, 'property') ?? 'meta';
  }
  if (element === 'html' && attribute.endsWith('lang')) return 'lang';
  const kinds = `${attributeValue(attributes, 'rel')} ${attributeValue(attributes, 'class')}`;
  const direction = attribute === 'href' && /\b(next|prev(?:ious)?)\b/i.exec(kinds)?.[1];
  if (direction) return direction.toLowerCase() === 'next' ? 'next_page' : 'previous_page';
  if (element === 'link') return attributeValue(attributes, 'rel') ?? 'head_link';
  if (element === 'body') return `body_${attribute}`;
  return `${elementNames[element] ?? element}_${attribute}`;
}

const date = /^\s*(?:\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z-]*)?|\d{1,2}[. /-]\s?[\p{L}\d]+[. /-]\s?\d{4}|\p{L}+ \d{1,2},? \d{4})\s*$/u;

/** A name for values that are all of one kind; undefined for others. */
export function nameByValues(values: readonly (string | boolean)[]): string | undefined {
  const texts = values.filter(value => value !== '');
  return texts.length > 0 && texts.every(text => typeof text === 'string' && date.test(text)) ? 'published_on' : undefined;
}

/** The name of the attribute, in lower case, whose value is not closed. */
function openAttribute(attributes: string): string | undefined {
  const quote = Math.max(attributes.lastIndexOf('"'), attributes.lastIndexOf("'"));
  const before = attributes.slice(0, Math.max(quote, 0)).trimEnd();
  const equals = before.endsWith('=') ? before.length - 1 : attributes.indexOf('=', quote + 1);
  if (equals < 0) return undefined;
  return (
    attributes
      .slice(0, equals)
      .trimEnd()
      .toLowerCase()
      .split(/[^a-z:-]/)
      .at(-1) || undefined
  );
}

/** The start tags of a text: names in lower case, and what stands behind them. */
export function startTags(text: string): { element: string; attributes: string }[] {
  return text.split('<').flatMap(piece => {
    const end = piece.indexOf('>');
    const element = end < 0 ? undefined : /^[a-z][a-z0-9:-]*/i.exec(piece)?.[0];
    return element === undefined ? [] : [{ element: element.toLowerCase(), attributes: piece.slice(element.length, end) }];
  });
}

/** The value of an attribute, by the text of a start tag behind its name. */
export function attributeValue(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']?([^"'>]+)`, 'i').exec(attributes)?.[1];
}

/** A name like `wanted` that is not taken. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`;
  return name;
}

/** Gives names for files that are all different, also where upper and lower case are the same. */
export class UniqueNames {
  readonly #used = new Set<string>();

  take(wanted: string): string {
    const base = slug(wanted);
    let name = base;
    for (let number = 2; this.#used.has(name); number++) name = `${base}-${number}`;
    this.#used.add(name);
    return name;
  }
}

/** Turns a text into a name of a file: lower-case letters, digits and `-`, cut between words. */
export function slug(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  let name = '';
  for (const word of words) {
    const longer = name === '' ? word : `${name}-${word}`;
    if (longer.length > limits.nameLength) break;
    name = longer;
  }
  return name || 'part';
}

/** The name of a file for a layout: after its folder, its file pattern or its only page, as in its name, else `page`; `posts` for a date. */
export function layoutFileName(name: string, pages: readonly string[]): string {
  const paths = new PathSummary(pages);
  if (paths.size > 1 && name === pageName(paths)) return paths.folder ?? 'page';
  return name.replace(/\.(?:x?html?|shtml|dwt)$/i, '').replace(/YYYY\WMM.*$/, 'posts');
}
