import type { Finding } from '../../finding.ts';
import { thresholds } from '../../thresholds.ts';
import { defineCheck } from '../check.ts';

/** `template/part-version`: several differences of one part. */
export const partVersionCheck = defineCheck({
  code: 'template/part-version',
  severity: 'warning',
  summary: 'A part differs in several places from the version that nearly all other pages have.',
  rules: {
    part: {
      concerns: (part, findings) => findings.length > 1 && !part.isMissing(findings),
      message: ({ name, age }, findings, have) => {
        const which = age === undefined ? 'a rare' : age.isOlder ? 'an older' : 'a newer';
        const why = age === undefined ? '' : ` (${age.why})`;
        const page =
          name === undefined ? 'differs from its layout outside of the shared parts' : `has ${which} version of the ${name}`;
        return `This page ${page}${why}: ${differences(findings)}. ${have} agree.`;
      },
    },
  },
});

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
