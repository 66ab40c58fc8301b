import type { Finding } from '../finding.ts';
import { thresholds } from '../thresholds.ts';
import type { PartRule } from './check.ts';

/** `template/missing-part`: all of a part that the other pages have is missing, or most of it. */
export const missingPart: PartRule = {
  concerns: (part, findings) => part.isMissing(findings),
  message: ({ name, first }, _, have) =>
    `The ${name ?? 'frame'}${first === undefined ? '' : ` (${first})`} is missing here; ${have} have it.`,
};

/** `template/part-version`: several differences of one part. */
export const partVersion: PartRule = {
  concerns: (part, findings) => findings.length > 1 && !part.isMissing(findings),
  message: ({ name, age }, findings, have) => {
    const which = age === undefined ? 'a rare' : age.isOlder ? 'an older' : 'a newer';
    const why = age === undefined ? '' : ` (${age.why})`;
    const page =
      name === undefined ? 'differs from its layout outside of the shared parts' : `has ${which} version of the ${name}`;
    return `This page ${page}${why}: ${differences(findings)}. ${have} agree.`;
  },
};

function differences(findings: readonly Finding[]): string {
  const briefs = findings.map(({ brief, message }) => brief ?? message);
  // Of a part that differs in most places, single pairs say little.
  const lacks = findings.length > thresholds.manyDifferences ? briefs.filter(brief => brief.startsWith('lacks ')) : [];
  const times = new Map<string, number>();
  for (const brief of lacks.length > 0 ? lacks : briefs) times.set(brief, (times.get(brief) ?? 0) + 1);
  const shown = [...times].slice(0, thresholds.mostNamed);
  const named = shown.map(([brief, count]) => (count > 1 ? `${brief} (${count} times)` : brief));
  const more = findings.length - shown.reduce((sum, [, count]) => sum + count, 0);
  const last = more > 0 ? [`${more} more ${more === 1 ? 'difference' : 'differences'}`] : [];
  return [...named, ...last].join('; ');
}
