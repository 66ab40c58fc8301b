import { detached } from '../../html/strings.ts';
import type { PageTree } from '../../html/tree.ts';

/**
 * The pairs of comments by which editors mark parts of a page. Dreamweaver MX and later write `Instance...` into pages and `Template...`
 * into templates; Dreamweaver 3 and 4, FrontPage 2003 and Expression Web write `#Begin...` and `#End...` into both.
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

/** A comment that opens or closes a part of the page. */
export interface Marker {
  readonly family: MarkerFamily;
  readonly opens: boolean;
  /** What it names: a region, a template, a library item, an included file; empty for none. */
  readonly name: string;
  /** The comment's node and range. */
  readonly node: number;
  readonly start: number;
  readonly end: number;
}

const dreamweaver =
  /^(Instance|Template)(Begin|End)(Editable|Repeat)?(?=\s|$)|^#(Begin|End)(Template|Editable|LibraryItem)(?=\s|$)/i;
/** Bots of FrontPage that put shared markup into pages. Others (time stamps, search forms, page banners) say nothing about labels. */
const webbot = /^webbot\s[\s\S]*?\bbot\s*=\s*["']?(?:Include|ScheduledInclude|Navigation)\b/i;
/** First characters, in either case, of the words above and of `end bbinclude`. */
const firsts = new Set([...'ItW#e'].flatMap(letter => [letter.toLowerCase().charCodeAt(0), letter.toUpperCase().charCodeAt(0)]));

/** The marker that a comment node is, if it is one; its first word begins at `at`. */
export function readMarker(tree: PageTree, source: string, node: number, at: number): Marker | undefined {
  const start = tree.start[node]!;
  const end = tree.end[node]!;
  if (!firsts.has(source.charCodeAt(at)) || !source.startsWith('<!--', start)) return undefined;
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

/** `TemplateBegin` alone is no marker. */
function familyOf(prefix: string | undefined, part: string | undefined): MarkerFamily | undefined {
  const pascal = part && part[0]!.toUpperCase() + part.slice(1).toLowerCase();
  if (prefix === undefined) return pascal === 'Libraryitem' ? '#LibraryItem' : (`#${pascal}` as '#Template' | '#Editable');
  if (prefix.toLowerCase() === 'template') return pascal ? (`Template${pascal}` as MarkerFamily) : undefined;
  return pascal ? (`Instance${pascal}` as MarkerFamily) : 'Instance';
}

/** `name="..."` or `template="..."`, else the first quoted value. */
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
