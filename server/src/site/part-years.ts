import type { ExampleText } from './part-words.ts';

/** The latest years in the words of two versions, where both have one and they differ: the version with the earlier one is older. */
export function differentYears(own: ExampleText, common: ExampleText): { own: number; common: number } | undefined {
  const years = { own: latestYear(own), common: latestYear(common) };
  return years.own === 0 || years.common === 0 || years.own === years.common ? undefined : years;
}

/** 0 where there is none. */
function latestYear({ source, ranges }: ExampleText): number {
  const text = ranges
    .map(({ start, end }) => source.slice(start, end))
    .join(' ')
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>|<[^<>]*>/gi, ' ');
  const years = [...text.matchAll(/(?<![\w./-])(?:19[89]|20\d)\d(?![\w/]|[.,]\d)/g)].map(([year]) => Number(year));
  return Math.max(0, ...years);
}
