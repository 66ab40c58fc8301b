/** Control characters, among them those that turn the direction of a text: they change what a terminal shows, or what it does. */
const controls = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const controlsButLines = /[^\P{Cc}\n\t]|[\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text of others (of a page, a file name, a message about them) as it may stand in one line on a terminal. */
export function printable(text: string): string {
  return text.replace(controls, '\uFFFD');
}

/** The same, with its lines and tabs. */
export function printableLines(text: string): string {
  return text.replace(controlsButLines, '\uFFFD');
}

/** JSON in which no control character stands as it is; it reads back as the same value. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(controlsButLines, character => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
