import { detached } from '../../html/strings.ts';
import type { PageTree } from '../../html/tree.ts';

/**
 * Families of comment pairs with which editors mark regions of a page. Dreamweaver MX and later write `Instance...` into pages and
 * `Template...` into templates; Dreamweaver 3 and 4, FrontPage 2003 and Expression Web write `#Begin...` and `#End...` into both.
 */
export type MarkerFamily =
  | 'Instance'
  | 'InstanceEditable'
  | 'InstanceRepeat'
  | 'TemplateEditable'
  | 'TemplateRepeat'
  | '#Template'
  | '#Editable'
  | '#LibraryItem'
  | 'webbot'
  | 'bbinclude';

/** A comment that opens or closes a region of the page. */
export interface Marker {
  readonly family: MarkerFamily;
  readonly opens: boolean;
  /** Name of the region, or path of the template, library item or included file; empty if the marker has none. */
  readonly name: string;
  /** The comment's node and range. */
  readonly node: number;
  readonly start: number;
  readonly end: number;
}

const dreamweaver =
  /^(Instance|Template)(Begin|End)(Editable|Repeat)?(?=\s|$)|^#(Begin|End)(Template|Editable|LibraryItem)(?=\s|$)/i;
/** FrontPage bots that insert shared markup. Other bots (time stamps, search forms, page banners) do not decide labels. */
const webbot = /^webbot\s[\s\S]*?\bbot\s*=\s*["']?(?:Include|ScheduledInclude|Navigation)\b/i;
/** First characters, in either case, of all markers: a fast filter. */
const firstCharacters = new Set(
  [...'ItW#e'].flatMap(letter => [letter.toLowerCase().charCodeAt(0), letter.toUpperCase().charCodeAt(0)]),
);

/** Reads a comment as a marker; undefined for any other comment. `at` is the offset of its first word. */
export function readMarker(tree: PageTree, source: string, node: number, at: number): Marker | undefined {
  const start = tree.start[node]!;
  const end = tree.end[node]!;
  if (!firstCharacters.has(source.charCodeAt(at)) || !source.startsWith('<!--', start)) return undefined;
  const text = source.slice(at, source.startsWith('-->', end - 3) ? end - 3 : end).trimEnd();
  const marker = (family: MarkerFamily, opens: boolean, name = ''): Marker => ({ family, opens, name, node, start, end });

  const match = dreamweaver.exec(text);
  if (match) {
    const opens = (match[2] ?? match[4])!.toLowerCase() === 'begin';
    const family = familyOf(match[1], match[3] ?? match[5]);
    return family === undefined ? undefined : marker(family, opens, opens ? nameIn(text) : '');
  }
  if (webbot.test(text)) {
    if (/\bstartspan\b/i.test(text))
      return marker('webbot', true, attributeIn(text, 'u-include') ?? attributeIn(text, 'u-include-url') ?? '');
    if (/\bendspan\b/i.test(text)) return marker('webbot', false);
  }
  if (/^#bbinclude\s/i.test(text)) return marker('bbinclude', true, nameIn(text));
  if (/^end bbinclude$/i.test(text)) return marker('bbinclude', false);
  return undefined;
}

/** Family of a Dreamweaver marker, from its words; undefined for `TemplateBegin` alone. */
function familyOf(prefix: string | undefined, part: string | undefined): MarkerFamily | undefined {
  const pascal = part && part[0]!.toUpperCase() + part.slice(1).toLowerCase();
  if (prefix === undefined) return pascal === 'Libraryitem' ? '#LibraryItem' : (`#${pascal}` as '#Template' | '#Editable');
  if (prefix.toLowerCase() === 'template') return pascal ? (`Template${pascal}` as MarkerFamily) : undefined;
  return pascal ? (`Instance${pascal}` as MarkerFamily) : 'Instance';
}

/** Value of the attribute `name` or `template` in a comment, else its first quoted value. */
function nameIn(text: string): string {
  return (
    attributeIn(text, 'name') ??
    attributeIn(text, 'template') ??
    detached((/"([^"]*)"|'([^']*)'/.exec(text) ?? []).slice(1).join(''))
  );
}

function attributeIn(text: string, attribute: string): string | undefined {
  const match = new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(text);
  return match ? detached(match[1] ?? match[2] ?? match[3] ?? '') : undefined;
}
