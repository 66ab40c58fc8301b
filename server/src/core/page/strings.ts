/** A copy that shares no storage: a slice of 13 characters or more would keep the whole page's text alive. */
export function detached(text: string): string {
  return text.split('').join('');
}

/** The text, or its beginning where it is too long for a sentence. */
export function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
