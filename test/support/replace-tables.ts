import { readFileSync, writeFileSync } from 'node:fs';

/** The text with what stands between the comments `name` and `end of name` replaced. Throws if the text lacks them. */
export function replaceMarked(text: string, name: string, content: string): string {
  const marked = new RegExp(`(<!-- ${name} -->\\n\\n)[\\s\\S]*?(\\n\\n<!-- end of ${name} -->)`);
  if (!marked.test(text)) throw new Error(`The text lacks <!-- ${name} --> and <!-- end of ${name} -->.`);
  return text.replace(marked, (_, start: string, end: string) => start + content + end);
}

/** Replaces what stands between the comments `name` and `end of name` of a document. Throws if the document lacks them. */
export function writeMarked(file: string | URL, name: string, content: string): void {
  writeFileSync(file, replaceMarked(readFileSync(file, 'utf8'), name, content.trim()));
}
