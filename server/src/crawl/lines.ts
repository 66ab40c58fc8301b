/** Thrown for a line that is longer than the limit. The message is a sentence. */
export class LineTooLong extends Error {}

/**
 * The lines of a stream of bytes, decoded as UTF-8, without line feeds, and without empty lines. `number` counts all lines from 1 on.
 * @param most bytes; throws `LineTooLong` for a longer line
 */
export async function* linesOf(input: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<{ number: number; line: string }> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let number = 1;
  const take = (last: Uint8Array): string => {
    const line = Buffer.concat([...pieces, last]).toString('utf8');
    pieces = [];
    length = 0;
    return line;
  };
  const check = (more: number): void => {
    if (length + more > most) throw new LineTooLong(`Line ${number}: it has more than ${most.toLocaleString('en')} bytes.`);
  };
  for await (const chunk of input) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      check(at - from);
      const line = take(chunk.subarray(from, at));
      if (line.trim() !== '') yield { number, line };
      number++;
      from = at + 1;
    }
    check(chunk.length - from);
    pieces.push(chunk.subarray(from));
    length += chunk.length - from;
  }
  const line = take(new Uint8Array(0));
  if (line.trim() !== '') yield { number, line };
}
