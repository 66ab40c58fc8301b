/** N15: numbers, with separators, units of money and percent, as one token each. Only for elements known to vary. */
export function countersAsTokens(text: string): string {
  if (!/\d/.test(text)) return text;
  return text.replace(
    /(?:[$\u20ac\u00a3\u00a5]\s?)?[+-]?\d+(?:[.,'\u00a0 ]\d+)*\s?(?:[$\u20ac\u00a3\u00a5%]|(?:EUR|USD|CHF|GBP)\b)?/g,
    '\u27e6number\u27e7',
  );
}
