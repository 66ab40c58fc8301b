const A = 0x85ebca6b | 0;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const BLOCKS = 26;

/** What the two lanes of `hashString` become by a text, before they are mixed. */
function lanesAfter(text: string, a: number, b: number): [number, number] {
  for (let at = 0; at < text.length; at++) {
    a = Math.imul(a ^ text.charCodeAt(at), A);
    b = (b + a) | 0;
  }
  return [a, b];
}

function word(index: number): string {
  let text = '';
  for (let rest = index; text.length < 9; rest = Math.floor(rest / LETTERS.length)) text += LETTERS[rest % LETTERS.length];
  return text;
}

/**
 * Two texts of letters with one 64-bit hash under a salt, in about two seconds. Blocks of two words lead the first lane to one value, and the
 * second lane, which is a sum, to two; of the ways to choose a word in each block, two have one sum.
 */
export function collidingTexts(salt: number): [string, string] {
  const blocks: { words: [string, string]; difference: number }[] = [];
  let a = salt | 0;
  let next = 1;
  while (blocks.length < BLOCKS) {
    const seen = new Map<number, { text: string; b: number }>();
    for (;;) {
      const text = word((Math.imul(next, 0x9e3779b1) >>> 0) + next++ * 2 ** 20);
      const [end, b] = lanesAfter(text, a, 0);
      const other = seen.get(end);
      if (other && other.b !== b) {
        blocks.push({ words: [other.text, text], difference: (b - other.b) | 0 });
        a = end;
        break;
      }
      seen.set(end, { text, b });
    }
  }
  const choices = new Map<number, number>();
  for (let choice = 0; choice < 2 ** BLOCKS; choice++) {
    let sum = 0;
    for (let at = 0; at < BLOCKS; at++) if ((choice >> at) & 1) sum = (sum + blocks[at]!.difference) | 0;
    const other = choices.get(sum);
    const textOf = (choice: number) => blocks.map(({ words }, at) => words[(choice >> at) & 1]).join('');
    if (other !== undefined) return [textOf(other), textOf(choice)];
    choices.set(sum, choice);
  }
  throw new Error('no two choices have one sum');
}
