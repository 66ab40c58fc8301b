import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkFixPromises } from '../support/fix-promises.ts';
import { type FramedPage, framedSite } from '../support/framed-site.ts';
import { inputs } from '../support/random-inputs.ts';

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

/** One that certainly leads to a fix: random ones may all be to lines that cannot be changed in their way. */
const menuEntry = site[0]!.lines.findIndex(({ text }) => /<li>.*<\/li>/.test(text));
const lostEntry: Drift = { page: 3, line: menuEntry, kind: 'delete' };

test('after a fix its findings are gone, none is new, a second one changes nothing, and content stays', async () => {
  let fixedCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(drift, { minLength: 1, maxLength: 3 }), fc.boolean(), async (drifts, unsafe) => {
      const pages = site.map((page, index) => drifts.filter(({ page: at }) => at === index).reduce(drifted, page));
      fixedCount += await checkFixPromises(pages, unsafe);
    }),
    { numRuns: inputs(10), examples: [[[lostEntry], true]] },
  );
  expect(fixedCount).toBeGreaterThan(0);
}, 120_000);
