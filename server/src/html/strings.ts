import { limits } from './thresholds.ts';

/**
 * A copy of a string that shares no storage with the one it was sliced from. V8 keeps the whole page's text alive for a slice of 13
 * characters or more. Slicing a concatenation copies it to flat memory, several times faster than splitting and joining its characters.
 */
export function detached(text: string): string {
  return ` ${text}`.slice(1);
}

/** A text for use in a sentence: only its beginning, and `…`, if it is long. */
export function shortened(text: string): string {
  const { quotedText } = limits;
  return text.length <= quotedText ? text : `${text.slice(0, quotedText).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
