// Edits of a site's pages, each settled: at the end the findings known of every page are those of a fresh site.
import fc from 'fast-check';
import { pageText } from '../../core/random-pages.ts';
import { CheckedSite } from '../../support/checked-site.ts';
import { framedSite, textOf } from '../../support/framed-site.ts';
import { target } from '../target.ts';

const site = framedSite(10).map(page => [page.path, textOf(page)] as const);
const paths = [...site.map(([path]) => path), 'new.html', 'docs/new.html'];

type Edit =
  | { path: string; kind: 'remove' | 'restore' }
  | { path: string; kind: 'replace'; text: string }
  | { path: string; kind: 'splice'; at: number; drop: number; text: string };

const path = fc.constantFrom(...paths);
const piece = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    '<p>',
    '</div>',
    '<li><a href="new.html">New</a></li>',
    '\u00a9 2020',
    '<main>',
    '<!--',
    '<footer>',
    ' class="active"',
  ),
  fc.string({ maxLength: 8 }),
);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ path, kind: fc.constantFrom('remove' as const, 'restore' as const) }) },
  { weight: 1, arbitrary: fc.record({ path, kind: fc.constant('replace' as const), text: pageText }) },
  {
    weight: 4,
    arbitrary: fc.record({
      path,
      kind: fc.constant('splice' as const),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      drop: fc.nat(60),
      text: piece,
    }),
  },
);

function apply(checked: CheckedSite, edit: Edit): void {
  const text = checked.texts.get(edit.path);
  const original = site.find(([path]) => path === edit.path)?.[1] ?? site[0]![1];
  if (edit.kind === 'remove') checked.remove(edit.path);
  else if (edit.kind === 'replace') checked.put(edit.path, edit.text);
  else if (edit.kind === 'splice' && text !== undefined) {
    const at = Math.floor(edit.at * text.length);
    checked.put(edit.path, text.slice(0, at) + edit.text + text.slice(at + edit.drop));
  } else checked.put(edit.path, original);
}

export const edits = target<Edit[]>({
  name: 'edits',
  inputs: fc.array(edit, { minLength: 1, maxLength: 12 }),
  check(edits) {
    const checked = new CheckedSite(site, {}, () => true);
    const known = checked.all();
    for (const edit of edits) {
      apply(checked, edit);
      for (const page of [...checked.settle(), edit.path]) {
        const findings = checked.texts.has(page) ? checked.findings(page) : [];
        if (findings.length > 0) known.set(page, findings);
        else known.delete(page);
      }
    }
    const fresh = new CheckedSite([...checked.texts].reverse(), {}, () => true).all();
    for (const page of checked.texts.keys()) {
      const [ours, theirs] = [known.get(page) ?? [], fresh.get(page) ?? []].map(findings => JSON.stringify(findings));
      if (ours !== theirs) throw new Error(`${page}: after the edits ${ours}\na fresh site ${theirs}`);
    }
  },
  show: edits => edits.map(edit => JSON.stringify(edit)).join('\n'),
});
