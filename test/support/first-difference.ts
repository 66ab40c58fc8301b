/** Code units shown before and after the place. */
const BEFORE = 60;
const AFTER = 120;

/** The first place at which two texts differ, with what is around it. */
export function firstDifference(before: string, after: string): string {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  const line = before.slice(0, at).split('\n').length;
  const start = Math.max(before.lastIndexOf('\n', at - 1) + 1, at - BEFORE);
  const excerpt = (text: string): string => text.slice(start, at + AFTER).split('\n')[0]!;
  return `  line ${line}\n  - ${excerpt(before)}\n  + ${excerpt(after)}`;
}
