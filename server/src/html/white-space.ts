/** True for the code units that are white space in HTML: tab, line feed, form feed, carriage return, space. */
export function isSpace(c: number): boolean {
  return c === 32 || (c >= 9 && c <= 13 && c !== 11);
}
