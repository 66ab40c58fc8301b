import type { CheckCode, NormaliserId, Severity } from 'templens-shared/findings';
import { hash53 } from '../../html/hash.ts';
import type { Place } from '../../html/places.ts';
import type { Repair } from '../edits/repair.ts';
import type { ComparedPage } from '../keys/compared-page.ts';

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
  readonly repair?: Repair;
  /** Why a person should look at the repair before it is made: a sentence; absent where it is safe. */
  readonly risk?: string;
  /** Why `templens fix` does not make the repair, even with `--unsafe`: a sentence. Editors offer it nevertheless. */
  readonly refusal?: string;
  /** Facts of a comparison with another page; a missing number is 0. Absent for findings without a comparison. */
  readonly facts?: Partial<DifferenceFacts>;
  /** Set if it is about a part that the page lost: how sure that is, in [0,1], see `certaintyOf`. */
  readonly lostPart?: number;
  /** Set if it is a mistake of this page, or of few, whatever other pages have. */
  readonly isLone?: true;
  /** The differences that the finding sums up, where there are several. */
  readonly details?: readonly Detail[];
}

/** What the judge needs to know of a difference and cannot see in its finding. Shares are in [0,1]. */
export interface DifferenceFacts {
  /**
   * The highest probability that one of the nodes of the example page is content, by its labels; 0 where an element of another name stands in
   * place of one with words of its own.
   */
  readonly content: number;
  /** How much more of the page's version than of the others' leads nowhere, or is a placeholder: it was left behind. */
  readonly older: number;
  /** 1 for something missing whose words differ from page to page: the others only have something of its kind. */
  readonly ownWords: number;
  /** 1 for something additional that has an id, or holds something with an id: the page's scripts, styles or links use it. */
  readonly isNamed: number;
  /** Texts and elements of something additional, on a logarithmic scale: 1 for 32 or more. */
  readonly size: number;
  /** 1 for a text that differs by a typing mistake. */
  readonly isSpelling: number;
  /** 1 if the same words are linked on one side only, or lead to another file that exists. */
  readonly isLink: number;
}

/** One of several differences that a finding sums up. */
export type Detail = Pick<
  Finding,
  'code' | 'start' | 'end' | 'message' | 'identity' | 'absent' | 'support' | 'related' | 'normalisers' | 'facts'
>;

/** A finding as one of several differences that another one sums up. */
export function detailOf(finding: Finding): Detail {
  const { code, start, end, message, identity, absent, support, related, normalisers, facts } = finding;
  return {
    ...{ code, start, end, message, identity, related, normalisers },
    ...(absent !== undefined && { absent }),
    ...(support && { support }),
    ...(facts && { facts }),
  };
}

/** Returns the field `related` of a finding: one place, which shows the template's version on the example page. */
export function exampleOf(example: ComparedPage, place: Place, message: string): Finding['related'] {
  return [{ page: example.name, ...place, message }];
}

/** Returns the differences from the template that a finding reports; none if it is about something else. */
export function differencesOf(finding: Finding): readonly (Finding | Detail)[] {
  return /^(?:template|dreamweaver|page)\//.test(finding.code) ? (finding.details ?? [finding]) : [];
}

/** Returns a hash by which findings are grouped. Findings with the same code, part and description have the same hash, on whatever page. */
export function causeOf({ code, part = '', brief, identity, details }: Finding): string {
  return hash53(JSON.stringify([code, part, (details ? undefined : brief) ?? identity])).toString(36);
}

/** Returns a function that makes identities unique: the second finding with an identity gets the number 2, and so on. */
export function uniqueIdentities(): (identity: string) => string {
  const known = new Map<string, number>();
  return identity => {
    const times = (known.get(identity) ?? 0) + 1;
    known.set(identity, times);
    return times === 1 ? identity : `${identity}|${times}`;
  };
}
