/** The offset at which the line that holds an offset begins; LF ends a line. */
export function lineStart(text: string, offset: number): number {
  // A negative position would count as 0, and find a line end there.
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}
