import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLabelledPage } from '../core/labelled-page.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { inputs } from '../support/random-inputs.ts';
import { listPage, menu, pageOf, pathOf } from './support/pair-site.ts';

const count = 9;
/** Pages of another template, the ones that come before all others by name. */
const lists = 6;
const listPath = (at: number) => `a-list-${at}.html`;

interface Choice {
  year: number;
  marked: number[];
  link: boolean;
  /** Whether the page has the place that its header links to. */
  place: boolean;
  /** Whether what the page loads is there. */
  files: boolean;
  heading: boolean;
  address: number;
  lines: number;
  ignore: boolean;
  counter: number;
}

const choice: fc.Arbitrary<Choice> = fc.record({
  year: fc.oneof({ weight: 6, arbitrary: fc.constant(2025) }, fc.constantFrom(2019, 2024)),
  marked: fc.oneof({ weight: 6, arbitrary: fc.constant<number[]>([-1]) }, fc.subarray([0, 1, 2])),
  link: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, fc.boolean()),
  place: fc.boolean(),
  files: fc.boolean(),
  heading: fc.boolean(),
  address: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.constantFrom(1, 2)),
  lines: fc.nat(3),
  ignore: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.boolean()),
  counter: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.nat(3)),
});

/** Page `index` with the choices that the checks of menus, links, years, locked parts and ignores look at. */
function pageWith(index: number, { year, marked, link, place, files, heading, address, lines, ignore, counter }: Choice): string {
  const up = pathOf(index).includes('/') ? '../' : '';
  let page = pageOf(index).replace('2025', String(year));
  for (const at of marked) {
    const name = menu[at < 0 ? index : at] ?? 'about';
    page = page.replace(`<li><a href="${up}${name}.html">`, `<li class="active"><a href="${up}${name}.html">`);
  }
  page = page.replace(
    /<p class="address">.*<\/p>/,
    `<!-- #BeginLibraryItem "/Library/a.lbi" --><p>${address} Main Street</p><!-- #EndLibraryItem -->`,
  );
  page = page.replace('</header>', `<p>Comments (${counter})</p></header>`);
  if (link) page = page.replace('</footer>', `<p><a href="${up}terms.html">Terms</a></p></footer>`);
  page = page.replace('</header>', '<p><a href="#faq">Questions</a></p></header>');
  page = page.replace('</footer>', `<a href="${up}about.html#faq">About</a></footer>`);
  if (lines > 1) page = page.replace('</main>', '<p id="#note">Note</p></main>');
  // Some pages lack an encoding, and some end before their footer.
  page = page.replace(/<meta charset.*>/, place ? `${'\n'.repeat(lines)}$&` : '');
  if (ignore) page = page.replace('</main>', '</main>\n</body>');
  if (place) page = page.replace('</main>', '<h2 id="faq">Questions</h2></main>');
  if (!files) page = page.replace(/(?<="(?:\.\.\/)?)(?:css|js|img)\//g, 'old/');
  if (!heading) page = page.replace('</main>', `<a href="${up}terms.html">Terms</a></main>`);
  if (!heading) page = page.replace(/<h1>(.*)<\/h1>/, '<h2>$1</h2>');
  if (ignore) page = page.replace('<footer>', '<!-- templens-ignore template/stale-year: old -->\n<footer>');
  return page.replace('<main', `${'\n'.repeat(lines)}<main`);
}

const edit = fc.record({ index: fc.nat(count + lists), change: fc.option(choice, { freq: 6 }) });

/** Links lead to pages; `index.html` and the like are there, `terms.html` is not. */
const exists = (path: string): boolean => /^(?:css|js|img)\//.test(path) || (path.endsWith('.html') && path !== 'terms.html');

test('after any edits, all pages have the findings of a fresh site, and the others are known', () => {
  fc.assert(
    fc.property(
      fc.array(choice, { minLength: count + 1, maxLength: count + 1 }),
      fc.array(edit, { maxLength: 12 }),
      (first, edits) => {
        const settings = { required: [{ selector: 'main > h1' }], ignore: [{ attribute: 'src' }] };
        const pages = first.map((made, index): [string, string] => [pathOf(index), pageWith(index, made)]);
        const others = Array.from({ length: lists }, (_, at): [string, string] => [listPath(at), listPage(at)]);
        const site = new CheckedSite([...pages, ...others], settings, exists);
        const known = new Map(site.all());
        for (const { index, change } of edits) {
          if (index > count) {
            const at = index - count - 1;
            if (change) site.put(listPath(at), '\n'.repeat(change.lines) + listPage(at, change.link));
            else site.remove(listPath(at));
          } else if (change) site.put(pathOf(index), pageWith(index, change));
          // What a link leads to is asked of the file system, which tells of changes itself.
          else if (index > 5) site.remove(pathOf(index));
          const affected = site.settle();
          for (const page of known.keys()) if (!site.texts.has(page)) known.delete(page);
          for (const page of affected) {
            const findings = site.findings(page);
            if (findings.length > 0) known.set(page, findings);
            else known.delete(page);
          }
        }
        const fresh = new CheckedSite(site.texts, settings, exists);
        const all = fresh.all();
        expect(new Map([...known].sort(([a], [b]) => (a < b ? -1 : 1)))).toEqual(all);
        expect(site.all()).toEqual(all);
      },
    ),
    { numRuns: inputs(12) },
  );
});

test('no text makes the checks throw, and what they mark lies inside it', () => {
  fc.assert(
    fc.property(fc.array(anyLabelledPage, { minLength: 1, maxLength: 3 }), fc.string({ maxLength: 12 }), (pages, piece) => {
      const frame = (body: string) => pageOf(1).replace('</main>', `${body}</main>`);
      const texts = pages.flatMap(({ source }, kind): [string, string][] => {
        const copies = Array.from({ length: 6 }, (_, at): [string, string] => [`${kind}-${at}.html`, frame(source)]);
        const at = Math.floor(source.length / 2);
        return [...copies, [`${kind}.html`, frame(source.slice(0, at) + piece + source.slice(at))], [`x${kind}.html`, source]];
      });
      const site = new CheckedSite(texts, { required: [{ selector: 'main h1' }] });
      for (const [page, findings] of site.all()) {
        for (const { start, end } of findings) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(site.texts.get(page)!.length);
        }
      }
    }),
    { numRuns: inputs(12) },
  );
});
