/** Kinds of nodes. Processing instructions and other `<!...>`/`<?...>` constructs are comments, as in HTML. */
export const ELEMENT = 1;
export const TEXT = 2;
export const COMMENT = 3;
export const DOCTYPE = 4;

/** The element has no start tag in the source (an implied `html`, `head`, `body`, `tbody`, `tr`, `colgroup`). */
export const IMPLIED = 1;
/** The text is only white space. */
export const BLANK = 2;
/** The text, comment or start tag holds template-language code: `{{ }}`, `{% %}`, `<% %>`, `<?php ?>`. */
export const ISLAND = 4;
/** In SVG or MathML. */
export const FOREIGN = 8;
/** Outside the node universe of the published algorithms: a comment, or inside (or itself) script, style, noscript, template, iframe. */
export const OPAQUE = 16;
/** White space is kept: in `pre`, `textarea`, `script`, `style`. */
export const VERBATIM = 32;
/** The comment counts as a node when pages are compared: Dreamweaver, SSI or conditional. */
export const MARKER = 64;
/** In MathML. */
export const MATH = 128;

/**
 * A page as a struct of arrays in document order (preorder): node `i`'s descendants are `i+1 .. subtreeEnd[i]-1`.
 * Offsets are UTF-16 code units into the source, `end` exclusive; all lie inside the source and cut no surrogate pair.
 * Only typed arrays and short strings: a tree is cheap to copy from thread to thread. It does not hold the source.
 */
export interface PageTree {
  /** Length of the source in UTF-16 code units. */
  readonly sourceLength: number;
  /** Number of nodes. */
  readonly size: number;
  readonly kind: Uint8Array;
  readonly flags: Uint8Array;
  /** Element name id, see `nodeName`; 0 for other kinds. */
  readonly name: Uint16Array;
  /** Names that are not in the table of known ones; their ids follow the table's. */
  readonly otherNames: readonly string[];
  /** -1 for the nodes beside the root element. */
  readonly parent: Int32Array;
  readonly subtreeEnd: Int32Array;
  readonly start: Uint32Array;
  /** End of the start tag; of other kinds, their own end. */
  readonly tagEnd: Uint32Array;
  /** Where the end tag starts; equal to `end` where there is none. */
  readonly closeStart: Uint32Array;
  readonly end: Uint32Array;
  /** Attributes of node `i` are `attrFirst[i] .. attrFirst[i+1]-1`. */
  readonly attrFirst: Uint32Array;
  readonly attrNameStart: Uint32Array;
  readonly attrNameEnd: Uint32Array;
  /** Value without its quotes; start = end = name's end where there is none. */
  readonly attrValueStart: Uint32Array;
  readonly attrValueEnd: Uint32Array;
  /** Length of a text in Unicode code points, white space collapsed and trimmed; 0 for other nodes. */
  readonly textLength: Uint32Array;
  /** Elements deeper than the limit were attached to the deepest allowed one. */
  readonly depthExceeded: boolean;
  /** Index of the root element (`html`, perhaps implied). */
  readonly root: number;
}

/** A page tree as the parser gives it, with hashes of its nodes. */
export interface HtmlPage extends PageTree {
  readonly hashes: PageHashes;
  /** See `pageLanguage`. */
  readonly language: string;
}

/** Elements with `href`, in document order, and where each leads. */
export interface PageLinkTargets {
  readonly nodes: Int32Array;
  /** Two lanes a link, see `targetHash`. */
  readonly targets: Int32Array;
}

/**
 * 64-bit hashes in two 32-bit lanes, one pair a node; normalised by N1 to N4 of docs/lab/algorithms.md (white space, entities, attribute
 * spelling, class order, optional tags, comments); relative addresses count as where they lead (N5) when the page's path is known.
 */
export interface PageHashes {
  /** The text; of an element, its name and attributes. */
  readonly own: Int32Array;
  /** Label path from the root, without ordinals; a text's is its parent's and `#text`. */
  readonly path: Int32Array;
  /** Of elements, the path with display attributes: the display hashes from the root down. */
  readonly place: Int32Array;
  /** Name and display attributes (class tokens, legacy layout attributes): what two equal style nodes agree on. */
  readonly display: Int32Array;
  /** The sequence of the children's display hashes, without opaque nodes and blank texts. */
  readonly style: Int32Array;
  /** One entry a node: its children in the node universe of the published algorithms; 0 for nodes outside it. */
  readonly children: Int32Array;
  readonly links: PageLinkTargets;
}
