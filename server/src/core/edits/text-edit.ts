/** Puts `text` in the place of `[start, end)`, in UTF-16 code units of the page's source. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Do two edits touch each other, so that what comes of both is not what each was meant to do? Two insertions at one offset do. */
export function overlap(a: TextEdit, b: TextEdit): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/** Edits that touch become one, as editors want it: what is inserted comes first. Undefined where two overlap. */
export function joinTouching(edits: readonly TextEdit[]): TextEdit[] | undefined {
  const all: TextEdit[] = [];
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = all.at(-1);
    if (last && edit.start < last.end) return undefined;
    if (last && edit.start === last.end) all[all.length - 1] = { start: last.start, end: edit.end, text: last.text + edit.text };
    else all.push(edit);
  }
  return all;
}

/** The source with edits made; they must not overlap, and may come in any order. */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    result += source.slice(at, start) + text;
    at = end;
  }
  return result + source.slice(at);
}
