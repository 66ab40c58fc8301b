// Element names known in advance, with their categories in the tree construction rules of HTML. A name id is an index into `knownNames`;
// the categories of a name are bits of one number. Section numbers are those of WHATWG HTML.

/** The element has no end tag and no content. */
export const VOID = 1;
/** The element's start tag closes an open `p` (13.2.6.4.7). */
export const CLOSES_P = 2;
/** The category "special" (13.2.4.2): an unmatched end tag does not reach past these elements. */
export const SPECIAL = 4;
/** The category "formatting" (13.2.4.2). */
export const FORMATTING = 8;
/** The element ends the search for an element "in scope" (13.2.4.2). */
export const SCOPE = 16;
/** The element is closed by "generate implied end tags" (13.2.6.3). */
export const IMPLIED_END = 32;
/** Before the body, the element's start tag creates a child of the `head`. */
export const HEAD_ONLY = 64;
/** The element is a part of a table; its tags are ignored outside a table. */
export const TABLE_PART = 128;
/** Inside SVG or MathML, the element's start tag closes all SVG and MathML elements (13.2.6.5). */
export const BREAKS_OUT = 256;
/** `h1` to `h6`: the end tag of one closes any of them. */
export const HEADING = 512;
/** The end tag closes the element if it is in scope, and is ignored otherwise. */
export const SCOPED_END = 1024;
/** The element and its descendants are outside the node universe of the published algorithms (docs/lab/algorithms.md). */
export const OPAQUE_NAME = 2048;
/** White space inside the element is kept. */
export const VERBATIM_NAME = 4096;
/** The element is phrasing content: a space at its edge is visible. */
export const INLINE = 8192;
/** An integration point of MathML: its children may be HTML, and it ends the search for an element "in scope". */
export const MATH_POINT = 16384;
/** An integration point of SVG, with the same effect. */
export const SVG_POINT = 1 << 19;
/** After the element's start tag, a `frameset` is ignored ("frameset-ok flag"). */
export const NO_FRAMESET = 1 << 20;
/** The element's start tag does not reopen the formatting elements in the list of active ones (13.2.6.4.7). */
export const KEEPS_CLOSED = 32768;
/** The element adds a marker to the list of active formatting elements: formatting outside does not apply inside. */
export const ADDS_MARKER = 131072;
/** A cell or the caption of a table: ordinary content is allowed in it. */
export const CELL = 262144;
/** The element contains text only, no elements. */
export const RAW_TEXT = 65536;

const categories: [number, string][] = [
  [VOID, 'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'],
  [
    CLOSES_P,
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing form li dd dt plaintext hr xmp',
  ],
  [
    SPECIAL,
    'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp',
  ],
  [FORMATTING, 'a b big code em font i nobr s small strike strong tt u'],
  [SCOPE, 'applet caption html table td th marquee object template'],
  [IMPLIED_END, 'dd dt li optgroup option p rb rp rt rtc'],
  [HEAD_ONLY, 'base basefont bgsound link meta title style script noframes noscript template'],
  [TABLE_PART, 'caption col colgroup tbody td tfoot th thead tr'],
  [
    BREAKS_OUT,
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
  ],
  [HEADING, 'h1 h2 h3 h4 h5 h6'],
  [
    SCOPED_END,
    'address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header hgroup listing main menu nav ol pre search section summary ul applet marquee object dd dt select',
  ],
  [OPAQUE_NAME, 'script style noscript template iframe'],
  [VERBATIM_NAME, 'pre textarea script style listing xmp plaintext'],
  [
    INLINE,
    'a abbr acronym b bdi bdo big br button cite code data del dfn em font i img input ins kbd label map mark nobr object output q ruby s samp select small span strike strong sub sup svg textarea time tt u var wbr',
  ],
  [MATH_POINT, 'mi mo mn ms mtext annotation-xml'],
  [SVG_POINT, 'foreignobject desc title'],
  [
    NO_FRAMESET,
    'applet area body br button dd dt embed hr iframe img input keygen li listing marquee object pre select table textarea wbr xmp',
  ],
  [
    KEEPS_CLOSED,
    'address article aside base basefont bgsound blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe li link listing main menu meta nav noembed noframes noscript ol p param plaintext pre rb rp rt rtc script search section source style summary table tbody td template textarea tfoot th thead title tr track ul',
  ],
  [ADDS_MARKER, 'applet caption marquee object td template th'],
  [CELL, 'caption td th'],
  [RAW_TEXT, 'iframe noembed noframes noscript script style textarea title xmp'],
];

/** Further known names, without categories. */
const others =
  'svg math path g circle rect line polygon polyline ellipse use symbol defs image text tspan lineargradient radialgradient stop clippath mask pattern filter noframes video audio canvas picture portal figure slot legend meter progress optgroup option datalist output map rb rp rt rtc mglyph malignmark';

/** The element names known in advance, in lower case; the index of a name is its name id. */
export const knownNames: readonly string[] = [
  ...new Set([...categories.flatMap(([, names]) => names.split(' ')), ...others.split(' ')]),
].sort();

/** Category bits by name id; the last entry, 0, is for all names that are not in the table. */
const knownCategories: Uint32Array = (() => {
  const bits = new Uint32Array(knownNames.length + 1);
  for (const [bit, names] of categories) for (const name of names.split(' ')) bits[knownNames.indexOf(name)]! |= bit;
  return bits;
})();

/** Category bits of a name id. */
export function category(id: number): number {
  return knownCategories[Math.min(id, knownNames.length)]!;
}

/** Id of a known name. Throws if `knownNames` lacks the name, which is a mistake in this program. */
export function nameId(name: string): number {
  const id = knownNames.indexOf(name);
  if (id < 0) throw new Error(`${name} is not a known element name`);
  return id;
}

/** Name ids by the hash of the name. */
const byHash = new Map<number, number>();

/** Hash of the name at `start..end`, in any letter case. */
function hashOfRange(units: Uint16Array, start: number, end: number): number {
  let hash = end - start;
  for (let i = start; i < end; i++) {
    let c = units[i]!;
    if (c >= 65 && c <= 90) c |= 32;
    hash = (Math.imul(hash, 31) + c) | 0;
  }
  return hash;
}
knownNames.forEach((name, id) => {
  const hash = hashOfRange(
    Uint16Array.from(name, letter => letter.charCodeAt(0)),
    0,
    name.length,
  );
  if (byHash.has(hash)) throw new Error(`two known names share the hash of ${name}`);
  byHash.set(hash, id);
});

/** Id of the known name at `start..end` of a text's code units, in any letter case, or -1. Makes no substring. */
export function lookUpName(units: Uint16Array, start: number, end: number): number {
  const id = byHash.get(hashOfRange(units, start, end));
  return id !== undefined && isKnownName(id, units, start, end) ? id : -1;
}

/** True if the known name with this id stands at `start..end`, in any letter case. */
export function isKnownName(id: number, units: Uint16Array, start: number, end: number): boolean {
  const name = knownNames[id]!;
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i++) {
    let c = units[start + i]!;
    if (c >= 65 && c <= 90) c |= 32;
    if (c !== name.charCodeAt(i)) return false;
  }
  return true;
}
