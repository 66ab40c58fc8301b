import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { defaultSettings } from 'templens-shared/settings';
import { expect, test } from 'vitest';
import { startEngine } from '../../server/src/site/engine-handle.ts';
import { type FixedPage, fixPages } from '../../server/src/site/fix-pages.ts';
import { makeFolder } from '../site/folder.ts';
import { type FramedPage, framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';

const PAGES = 14;
const site = framedSite(PAGES);
const frameLines = site[0]!.lines.flatMap(({ content }, line) => (content ? [] : [line]));

type Drift = { page: number; line: number; kind: 'delete' | 'reword' | 'retarget' | 'repeat' | 'insert' | 'swap' };

const drift: fc.Arbitrary<Drift> = fc.record({
  // A majority stays as it is.
  page: fc.constantFrom(3, 8),
  line: fc.constantFrom(...frameLines),
  kind: fc.constantFrom('delete', 'reword', 'retarget', 'repeat', 'insert', 'swap'),
});

/** Changes a line of the frame; what cannot be changed in this way stays. */
function drifted(page: FramedPage, { line, kind }: Drift): FramedPage {
  // Lines of content stand elsewhere on other pages.
  const frame = page.lines.filter(({ content }) => !content);
  const target = frame[frameLines.indexOf(line)];
  const at = target ? page.lines.indexOf(target) : -1;
  if (at < 0) return page;
  const lines = [...page.lines];
  const { text } = lines[at]!;
  const whole = /^\s*<(\w+)[^>]*>.*<\/\1>$|^\s*<(?:link|meta|img)\b[^>]*>$/.test(text);
  const set = (...texts: string[]) => lines.splice(at, 1, ...texts.map(changed => ({ text: changed, content: false })));
  if (kind === 'delete' && whole) set();
  if (kind === 'reword') set(text.replace(/>([^<>]+)</, '>Something else<'));
  if (kind === 'retarget') set(text.replace(/href="[^"]*"/, 'href="elsewhere.html"'));
  if (kind === 'repeat' && whole) set(text, text);
  if (kind === 'insert' && whole) set(text, '<p>An addition</p>');
  if (kind === 'swap' && whole && lines[at + 1] && !lines[at + 1]!.content) {
    set(lines[at + 1]!.text, text);
    lines.splice(at + 2, 1);
  }
  return { ...page, lines };
}

async function fix(root: string, unsafe: boolean): Promise<{ fixed: FixedPage[]; findings: Map<string, Set<string>> }> {
  const engine = startEngine();
  try {
    engine.send({ command: 'open', root, settings: { ...defaultSettings, threads: 1 }, labels: false, checks: true });
    const findings = new Map(
      (await engine.query({ kind: 'check' })).map(({ page, diagnostics }) => [
        page,
        new Set(diagnostics.map(({ identity }) => identity)),
      ]),
    );
    const pages = (await engine.query({ kind: 'pages' })).map(({ page }) => page);
    return { fixed: await fixPages(engine, { pages, unsafe }), findings };
  } finally {
    await engine.close();
  }
}

/** The lines that a page has of its own. */
function contentOf(page: FramedPage): string[] {
  return page.lines.filter(({ content }) => content).map(({ text }) => text);
}

test('after a fix its findings are gone, none is new, a second one changes nothing, and content stays', async () => {
  let fixedCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(drift, { minLength: 1, maxLength: 3 }), fc.boolean(), async (drifts, unsafe) => {
      const pages = site.map((page, index) => drifts.filter(({ page: at }) => at === index).reduce(drifted, page));
      const root = makeFolder({ ...framedSiteFiles, ...Object.fromEntries(pages.map(page => [page.path, textOf(page)])) });
      const first = await fix(root, unsafe);
      for (const { page, before, after } of first.fixed) {
        expect(readFileSync(join(root, page), 'utf8')).toBe(before);
        writeFileSync(join(root, page), after);
        const own = contentOf(pages.find(({ path }) => path === page)!);
        expect(after.split('\n').filter(line => own.includes(line))).toEqual(own);
      }
      const second = await fix(root, unsafe);
      expect(second.fixed).toEqual([]);
      for (const { page, fixedFindings: gone } of first.fixed) {
        const left = second.findings.get(page) ?? new Set();
        fixedCount += gone.length;
        expect(gone.length).toBeGreaterThan(0);
        expect(gone.filter(({ identity }) => left.has(identity))).toEqual([]);
      }
      for (const [page, left] of second.findings) {
        expect([...left].filter(identity => !first.findings.get(page)?.has(identity))).toEqual([]);
      }
    }),
    { numRuns: 40 },
  );
  expect(fixedCount).toBeGreaterThan(10);
}, 120_000);
