/** Control characters and those that set the direction of text: they change what a terminal shows or does. */
const controls = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** The same without line feeds and tabs. */
const controlsButLines = /[^\P{Cc}\n\t]|[\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Makes an untrusted text (of a page, a file name, a message with these) safe for one line on a terminal: replaces control characters. */
export function printable(text: string): string {
  return text.replace(controls, '\uFFFD');
}

/** Like `printable`, but keeps line feeds and tabs. */
export function printableLines(text: string): string {
  return text.replace(controlsButLines, '\uFFFD');
}

/** JSON of a value, with control characters escaped: safe for a terminal, and parsed to the same value. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(controlsButLines, character => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
