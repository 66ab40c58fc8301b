// Drift in a site, and fixes: the findings that are called fixed are gone, none is new, content stays, and a second run changes nothing.
import fc from 'fast-check';
import { checkFixPromises } from '../../support/fix-promises.ts';
import { framedSite } from '../../support/framed-site.ts';
import { target } from '../target.ts';

const site = framedSite(14);
const pieces = [
  '',
  '<p>An addition</p>',
  'x',
  '<li>',
  '</ul>',
  '<div>',
  '<b>',
  '</b>',
  '<!-- c -->',
  '&amp;',
  ' class="x"',
  '<a href="y.html">y</a>',
  '<td>',
];

interface Drift {
  /** A majority stays as it is. */
  page: number;
  line: number;
  at: number;
  drop: number;
  text: string;
}

interface Case {
  drifts: Drift[];
  unsafe: boolean;
}

const drift: fc.Arbitrary<Drift> = fc.record({
  page: fc.constantFrom(3, 8),
  line: fc.nat(40),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.oneof(fc.constant(0), fc.nat(20), fc.constant(500)),
  text: fc.constantFrom(...pieces),
});

/** Changes the frame lines of a page. */
function driftedPages(drifts: readonly Drift[]) {
  return site.map((page, index) => {
    const lines = page.lines.map(line => ({ ...line }));
    for (const { line, at, drop, text } of drifts.filter(drift => drift.page === index)) {
      const target = lines[line % lines.length]!;
      if (target.content) continue;
      const from = Math.floor(at * target.text.length);
      target.text = target.text.slice(0, from) + text + target.text.slice(from + drop);
    }
    return { ...page, lines };
  });
}

export const fixes = target<Case>({
  name: 'fixes',
  inputs: fc.record({ drifts: fc.array(drift, { minLength: 1, maxLength: 4 }), unsafe: fc.boolean() }),
  async check({ drifts, unsafe }) {
    await checkFixPromises(driftedPages(drifts), unsafe);
  },
  show: ({ drifts, unsafe }) => {
    const lines = drifts.map(drift => {
      const line = site[drift.page]!.lines[drift.line % site[drift.page]!.lines.length]!;
      const from = Math.floor(drift.at * line.text.length);
      const whole = `${JSON.stringify(line.text)} at ${from}: drop ${drift.drop}, add ${JSON.stringify(drift.text)}`;
      return `${site[drift.page]!.path}: ${line.content ? 'content, unchanged' : whole}`;
    });
    return [`unsafe: ${unsafe}`, ...lines].join('\n');
  },
});
