/** N15: replaces each number, with its separators and its currency or percent sign, by one token. Only for elements whose numbers vary. */
export function countersAsTokens(text: string): string {
  if (!/\d/.test(text)) return text;
  return text.replace(
    /(?:[$\u20ac\u00a3\u00a5]\s?)?[+-]?\d+(?:[.,'\u00a0 ]\d+)*\s?(?:[$\u20ac\u00a3\u00a5%]|(?:EUR|USD|CHF|GBP)\b)?/g,
    '\u27e6number\u27e7',
  );
}
