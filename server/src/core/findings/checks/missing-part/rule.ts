import { defineCheck } from '../check.ts';

/** `template/missing-part`: all of a part that the other pages have is missing, or most of it. */
export const missingPartCheck = defineCheck({
  code: 'template/missing-part',
  severity: 'warning',
  summary: 'A part that the other pages of the layout have (a menu, a footer) is missing.',
  rules: {
    part: {
      concerns: (part, findings) => part.isMissing(findings),
      message: ({ name, first }, _, have) =>
        `The ${name ?? 'frame'}${first === undefined ? '' : ` (${first})`} is missing here; ${have} have it.`,
    },
  },
});
