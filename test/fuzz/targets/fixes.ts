// Drift in a site, and fixes: the findings that are called fixed are gone, none is new, content stays, and a second run changes nothing.
import fc from 'fast-check';
import { defaultSettings } from 'templens-shared/settings';
import { startEngine } from '../../../server/src/site/engine-handle.ts';
import { type FixedPage, fixPages } from '../../../server/src/site/fix-pages.ts';
import { framedSite, framedSiteFiles, textOf } from '../../support/framed-site.ts';
import { withFolder, writeFiles } from '../folder.ts';
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

async function fix(root: string, unsafe: boolean): Promise<{ fixed: FixedPage[]; findings: Map<string, Set<string>> }> {
  const engine = startEngine();
  try {
    engine.send({ command: 'open', root, settings: { ...defaultSettings, threads: 1 }, labels: false, checks: true });
    const checked = await engine.query({ kind: 'check' });
    const findings = new Map(
      checked.map(({ page, diagnostics }) => [page, new Set(diagnostics.map(({ identity }) => identity))]),
    );
    const pages = (await engine.query({ kind: 'pages' })).map(({ page }) => page);
    return { fixed: await fixPages(engine, { pages, unsafe }), findings };
  } finally {
    await engine.close();
  }
}

export const fixes = target<Case>({
  name: 'fixes',
  inputs: fc.record({ drifts: fc.array(drift, { minLength: 1, maxLength: 4 }), unsafe: fc.boolean() }),
  async check({ drifts, unsafe }) {
    const pages = driftedPages(drifts);
    const files = { ...framedSiteFiles, ...Object.fromEntries(pages.map(page => [page.path, textOf(page)])) };
    await withFolder(files, async root => {
      const first = await fix(root, unsafe);
      for (const { page, after } of first.fixed) {
        writeFiles(root, { [page]: after });
        const own = pages.find(({ path }) => path === page)!.lines.filter(({ content }) => content);
        let from = 0;
        for (const words of own.flatMap(({ text }) => text.split(/<[^>]*>/)).filter(words => words.trim() !== '')) {
          const at = after.indexOf(words.trim(), from);
          if (at < 0) throw new Error(`the fix of ${page} took "${words.trim()}" away:\n${after}`);
          from = at + words.trim().length;
        }
      }
      const second = await fix(root, unsafe);
      if (second.fixed.length > 0) {
        const [{ page, before, after }] = second.fixed as [FixedPage];
        throw new Error(`a second run changes ${page}: ${before}\n----\n${after}`);
      }
      for (const { page, fixedFindings } of first.fixed) {
        const left = second.findings.get(page);
        const still = fixedFindings.find(({ identity }) => left?.has(identity));
        if (still) throw new Error(`${page} still has "${still.message}"`);
      }
      for (const [page, findings] of second.findings) {
        const fresh = [...findings].find(identity => !first.findings.get(page)?.has(identity));
        if (fresh) throw new Error(`${page} has a new finding: ${fresh}`);
      }
    });
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
