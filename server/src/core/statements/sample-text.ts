/** True if a text has a template field (`{{`, `<%`, `@@`), "lorem ipsum" or `example.com`, or if its first number counts up from 1: `+1 234 567 890`. */
export function isSampleText(text: string): boolean {
  return (
    /@@|\{\{|<%|lorem ipsum|example\.(?:com|net|org)/i.test(text) ||
    /^\D*0?123456/.test(text.replace(/(?<=\d)[ ().-]+(?=\d)/g, ''))
  );
}
