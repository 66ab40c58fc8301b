import type { CheckCode, NormaliserId, Severity } from 'templens-shared/findings';

/** A node of a page: the page's path, and the index in its tree. */
export interface NodeOfPage {
  readonly page: string;
  readonly node: number;
}

/**
 * How to fix a finding, in terms of page trees; `core/findings/fixes` turns it into edits, with the texts of both pages. A place among
 * the children of `parent` is given by the child it follows: `after`, -1 for the first place.
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

/** Something that a page's layout agrees on and this page does not. Offsets are UTF-16 code units into the page's source. */
export interface Finding {
  readonly code: CheckCode;
  /** What to mark. */
  readonly start: number;
  readonly end: number;
  /** The node that it is about; of a missing one, the node it is missing in. */
  readonly node: number;
  /** One sentence: what differs, and how many pages agree. */
  readonly message: string;
  /** The same in a few words, as the end of a sentence about the page or the part; begins with a verb: `lacks “Home”`. */
  readonly brief?: string;
  /** What is missing, for a person, where `start` and `end` only mark the place; absent where they mark what deviates. */
  readonly absent?: string;
  /** What a person calls the part of the page that it is about. */
  readonly part?: string;
  /** Instead of the severity that its code has by default. */
  readonly severity?: Severity;
  /** Pages that have the template's version, of how many were asked; absent where a finding is no matter of a majority. */
  readonly support?: { readonly pages: number; readonly of: number };
  /** Where the template's version, or what else explains it, stands. */
  readonly related: readonly { readonly page: string; readonly start: number; readonly end: number; readonly message: string }[];
  /** Normalisers that applied where the pages were compared. */
  readonly normalisers: readonly NormaliserId[];
  /** The attribute that differs. */
  readonly attribute?: string;
  /** Made of the code, the tree path and the normalised value: it stays the same when the rest of the page changes. */
  readonly identity: string;
  /** What the same mistake on other pages has in common with it, beside the code and the part; by default the identity. */
  readonly cause?: string;
  readonly repair?: Repair;
  /** Why a person should look at the repair before it is made: a sentence; absent where it is safe. */
  readonly risk?: string;
  /** The differences that the finding sums up, where there are several. */
  readonly details?: readonly Detail[];
}

/** One of several differences that a finding sums up. */
export type Detail = Pick<
  Finding,
  'code' | 'start' | 'end' | 'message' | 'identity' | 'absent' | 'support' | 'related' | 'normalisers'
>;

/** A finding as one of several differences that another one sums up. */
export function detailOf(finding: Finding): Detail {
  const { code, start, end, message, identity, absent, support, related, normalisers } = finding;
  return {
    ...{ code, start, end, message, identity, related, normalisers },
    ...(absent !== undefined && { absent }),
    ...(support && { support }),
  };
}
