/** True if a text holds an unfilled field, filler text or `example.com`, or its first number is invented, such as `+1 234 567 890`. */
export function isSampleText(text: string): boolean {
  return (
    /@@|\{\{|<%|lorem ipsum|example\.(?:com|net|org)/i.test(text) ||
    /^\D*0?123456/.test(text.replace(/(?<=\d)[ ().-]+(?=\d)/g, ''))
  );
}
