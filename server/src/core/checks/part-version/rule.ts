import type { Finding } from '../../findings/finding.ts';
import { defineCheck } from '../check.ts';

/** Differences that a message names; it gives the number of the others. */
const MOST_NAMED = 3;
/** A part with more differences is another one, or an old one. */
const MANY = 6;

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
        return `This page has ${which} version of the ${name ?? 'frame'}${why}: ${differences(findings)}. ${have} agree.`;
      },
    },
  },
});

function differences(findings: readonly Finding[]): string {
  const briefs = findings.map(({ brief, message }) => brief ?? message);
  // Of a part that differs in most places, single pairs say little.
  const lacks = findings.length > MANY ? briefs.filter(brief => brief.startsWith('lacks ')) : [];
  const named = (lacks.length > 0 ? lacks : briefs).slice(0, MOST_NAMED);
  const more = findings.length - named.length;
  const last = more > 0 ? [`${more} more ${more === 1 ? 'difference' : 'differences'}`] : [];
  return [...named, ...last].join('; ');
}
