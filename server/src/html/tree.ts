/** Kinds of nodes. Processing instructions and other `<!...>`/`<?...>` constructs are comments, as in HTML. */
export const ELEMENT = 1;
export const TEXT = 2;
export const COMMENT = 3;
export const DOCTYPE = 4;

// Flags of nodes.

/** The element has no start tag in the source (an implied `html`, `head`, `body`, `tbody`, `tr`, `colgroup`). */
export const IMPLIED = 1;
/** The text is only white space. */
export const BLANK = 2;
/** The text, comment or start tag contains template-language code: `{{ }}`, `{% %}`, `<% %>`, `<?php ?>`. */
export const ISLAND = 4;
/** The node is an SVG or MathML element, or a text or comment directly in one. HTML elements in integration points do not have the flag. */
export const FOREIGN = 8;
/** The node is outside the node universe of the published algorithms: a comment, or inside (or itself) script, style, noscript, template, iframe. */
export const OPAQUE = 16;
/** White space is kept: the node is, or is inside, a `pre`, `textarea`, `script`, `style` or the like. */
export const VERBATIM = 32;
/** The comment counts as a node when pages are compared: Dreamweaver, SSI or conditional. */
export const MARKER = 64;
/** The node is a MathML element, or a text or comment directly in one. Set only together with `FOREIGN`. */
export const MATH = 128;

/**
 * A page as a struct of arrays in document order (preorder): the descendants of node `i` are `i+1 .. subtreeEnd[i]-1`.
 * Offsets are UTF-16 code units into the source, `end` exclusive; all lie inside the source, and none splits a surrogate pair.
 * It has only typed arrays and short strings, and not the source, so that it is cheap to copy from thread to thread.
 */
export interface PageTree {
  /** Length of the source in UTF-16 code units. */
  readonly sourceLength: number;
  /** Number of nodes. */
  readonly size: number;
  readonly kind: Uint8Array;
  readonly flags: Uint8Array;
  /** Element name id: an index into `knownNames`, or after these into `otherNames`; 0 for other kinds. See `nodeName`. */
  readonly name: Uint16Array;
  /** The element names of the page that are not in `knownNames`. */
  readonly otherNames: readonly string[];
  /** Index of the parent; -1 for the root element and the nodes beside it. */
  readonly parent: Int32Array;
  readonly subtreeEnd: Int32Array;
  readonly start: Uint32Array;
  /** End of the start tag; equal to `end` for other kinds. */
  readonly tagEnd: Uint32Array;
  /** Start of the end tag; equal to `end` if none exists. */
  readonly closeStart: Uint32Array;
  readonly end: Uint32Array;
  /** Attributes of node `i` are `attrFirst[i] .. attrFirst[i+1]-1`. */
  readonly attrFirst: Uint32Array;
  readonly attrNameStart: Uint32Array;
  readonly attrNameEnd: Uint32Array;
  /** The value without its quotes. An attribute without a value has start = end = the end of its name. */
  readonly attrValueStart: Uint32Array;
  readonly attrValueEnd: Uint32Array;
  /** Length of a text in Unicode code points, white space collapsed and trimmed; 0 for other nodes. */
  readonly textLength: Uint32Array;
  /** True if elements deeper than the limit were attached to the deepest allowed one. */
  readonly depthExceeded: boolean;
  /** Index of the root element (`html`, perhaps implied). */
  readonly root: number;
}

/** A page tree as the parser returns it, with hashes of its nodes. */
export interface HtmlPage extends PageTree {
  readonly hashes: PageHashes;
  /** See `pageLanguage`. */
  readonly language: string;
}

/** The links of a page: its elements with `href`, in document order, and where each leads. */
export interface PageLinkTargets {
  readonly nodes: Int32Array;
  /** The hash of the address, two lanes a link, see `targetHash`. */
  readonly targets: Int32Array;
}

/**
 * 64-bit hashes in two 32-bit lanes, one pair a node. They are made after normalisation by N1 to N4 of docs/lab/algorithms.md (white space,
 * entities, attribute spelling, class order, optional tags, comments). If the page's path is known, relative addresses are hashed by where
 * they lead (N5).
 */
export interface PageHashes {
  /** Hash of an element's name and attributes, or of a text. */
  readonly own: Int32Array;
  /** Hash of the label path from the root, without ordinals; for a text, of its parent's label path and `#text`. */
  readonly path: Int32Array;
  /** Hash of an element's label path with display attributes: the display hashes from the root down, of the body without its classes. */
  readonly place: Int32Array;
  /** Hash of the name and the display attributes (class tokens, legacy layout attributes): equal for equal style nodes. */
  readonly display: Int32Array;
  /** Hash of the sequence of the children's display hashes, without opaque nodes and blank texts. */
  readonly style: Int32Array;
  /** Number of a node's children in the node universe of the published algorithms (docs/lab/algorithms.md); 0 for nodes outside it. */
  readonly children: Int32Array;
  readonly links: PageLinkTargets;
  /** Two lanes: the hash of the body's name and attributes without `class`, `id` and `data-*`, which may be each page's own (N9). */
  readonly plainBody: Int32Array;
}
