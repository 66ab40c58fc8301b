/** A node of a page: the page's path, and the index in its tree. */
export interface NodeOfPage {
  readonly page: string;
  readonly node: number;
}

/**
 * A change of a page in terms of page trees; `repairEdits` turns it into edits, with the texts of both pages. A place among the children of
 * `parent` is given by the child it follows: `after`, -1 for the first place.
 */
export type Repair =
  /** Put a copy of another page's node there. */
  | { readonly kind: 'insert'; readonly parent: number; readonly after: number; readonly from: NodeOfPage }
  /** Put a copy of another page's node in the place of this one: the whole node, or its start tag alone. */
  | { readonly kind: 'replace'; readonly node: number; readonly part: 'node' | 'tag'; readonly from: NodeOfPage }
  /** Take the value of one attribute, or its absence, from another page's node. */
  | { readonly kind: 'attribute'; readonly node: number; readonly name: string; readonly from: NodeOfPage }
  | { readonly kind: 'remove'; readonly node: number }
  | { readonly kind: 'move'; readonly node: number; readonly parent: number; readonly after: number }
  /** Do all of these. */
  | { readonly kind: 'all'; readonly repairs: readonly Repair[] }
  /** Put a text in the place of some of the page's source. */
  | { readonly kind: 'text'; readonly start: number; readonly end: number; readonly text: string };
