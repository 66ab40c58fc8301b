/** A number with its noun, plural where needed: `1 page`, `2 pages`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
