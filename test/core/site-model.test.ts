import '../../server/src/lab/index.ts';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { type SiteChange, SiteModel } from '../../server/src/core/model/site-model.ts';

/** A page with an empty element, and so a path, of each letter; an empty head is one path more. */
const layout = (letters: string) => parsePage(`<body>${[...letters].map(letter => `<x-${letter}></x-${letter}>`).join('')}`);

function siteOf(groupThreshold: number, pages: Record<string, string>): SiteModel {
  const model = new SiteModel({ extractor: 'iwptd', grouping: 'cp', groupThreshold });
  for (const [name, letters] of Object.entries(pages)) model.upsert(name, layout(letters));
  model.settle();
  return model;
}

const groupsOf = (model: SiteModel) => model.groups().map(({ pages }) => pages.join(' '));
/** Pages that have another group than before, or one with another id, name or size. */
const named = ({ regrouped, renamed }: SiteChange) =>
  [...new Set([...regrouped, ...renamed.flatMap(({ pages }) => pages)])].sort();
const kinds = ({ groups }: SiteChange) => groups.map(({ change, pages }) => `${change} ${pages.join(' ')}`.trim()).sort();

describe('groups of a site', () => {
  // Five paths a page: a and b have four in common, b and c three, a and c two; d has only the head.
  const pages = { a: 'pqrs', b: 'pqrt', c: 'pvtu', d: 'wxyz' };

  test('are linked by the threshold, the largest first', () => {
    expect(groupsOf(siteOf(0.2, pages))).toHaveLength(3);
    expect(groupsOf(siteOf(0.2, pages))[0]).toBe('a b');
    expect(groupsOf(siteOf(0.4, pages))).toEqual(['a b c', 'd']);
    expect(groupsOf(siteOf(0.8, pages))).toEqual(['a b c d']);
  });

  test('tell how far apart their pages are, and the next group', () => {
    const [group, other] = siteOf(0.4, pages).groups();
    // c is nearest to b.
    expect(group!.spread).toBeCloseTo(0.4, 9);
    expect(group!.nearest!.template).toBe(other!.template);
    expect(group!.nearest!.distance).toBeCloseTo(0.8, 9);
    expect(other!.spread).toBe(0);
    expect(other!.nearest).toEqual({ ...group!.nearest, template: group!.template });
  });

  test('keep their ids when a page joins or leaves that does not name them', () => {
    const model = siteOf(0.4, pages);
    const ids = () => new Map(['a', 'b', 'c'].filter(name => model.has(name)).map(name => [name, model.group(name).template]));
    const before = ids();
    expect(new Set(before.values()).size).toBe(1);
    // The id follows one page; without either of two others it stays.
    const kept = ['a', 'b', 'c'].filter(name => {
      const fewer = siteOf(0.8, Object.fromEntries(Object.entries(pages).filter(([other]) => other !== name && other !== 'd')));
      return fewer.groups()[0]!.template === before.get('a');
    });
    expect(kept).toHaveLength(2);
  });

  test('are asked again for the labels of those pages alone whose labels may have changed', () => {
    const model = siteOf(0.8, pages);
    const nodes = () => model.takeWorkOfAnswers();
    model.groups();
    const all = nodes();
    model.groups();
    expect(nodes()).toBe(0);
    model.upsert('d', layout('wxyq'));
    const { relabel } = model.settle();
    expect(relabel).toContain('d');
    model.groups();
    const sizes = relabel.map(page => model.tree(page).size);
    expect(nodes()).toBe(sizes.reduce((sum, size) => sum + size));
    expect(all).toBe(Object.keys(pages).reduce((sum, page) => sum + model.tree(page).size, 0));
  });

  test('part when the page between them goes, and join when it comes back', () => {
    const model = siteOf(0.4, pages);
    model.remove('b');
    const parted = model.settle();
    expect(groupsOf(model).sort()).toEqual(['a', 'c', 'd']);
    expect(named(parted)).toEqual(['a', 'c']);
    expect(kinds(parted).filter(kind => kind !== 'remove')).toHaveLength(2);
    model.upsert('b', layout(pages.b));
    const joined = model.settle();
    expect(groupsOf(model)).toEqual(['a b c', 'd']);
    expect(named(joined)).toEqual(['a', 'b', 'c']);
    expect(kinds(joined)).toContain('change a b c');
  });

  test('a page that is put twice before it is settled is the last one; one put and removed was never there', () => {
    const model = siteOf(0.4, pages);
    model.upsert('d', layout('pqrs'));
    model.upsert('d', layout('wxyz'));
    model.upsert('e', layout('pqrs'));
    model.remove('e');
    const { regrouped, groups } = model.settle();
    expect([regrouped, groups]).toEqual([[], []]);
    expect(groupsOf(model)).toEqual(['a b c', 'd']);
  });

  test('empty pages are one group', () => {
    expect(groupsOf(siteOf(0, { a: '', b: '', c: 'p' }))).toEqual(['a b', 'c']);
  });
});

describe('a page that is not in the site', () => {
  test('is named in the error', () => {
    const model = siteOf(0.4, { a: 'p' });
    expect(() => model.labels('b.html')).toThrow('there is no page b.html in the site');
    expect(model.has('b.html')).toBe(false);
    model.remove('b.html');
    expect(model.settle().relabel).toEqual([]);
  });
});

describe('evidence', () => {
  test('names the first other page with the same node and where it stands there', () => {
    const model = new SiteModel({ extractor: 'iwptd', groupThreshold: 1 });
    const sources: Record<string, string> = {
      'c.html': '<body><nav>Home</nav><p>of its own</p>',
      'b.html': '<body><!-- later --><nav>Home</nav><p>another</p>',
      'a.html': '<body><nav>Start</nav><p>a third</p>',
    };
    for (const [name, source] of Object.entries(sources)) model.upsert(name, parsePage(source));
    model.settle();
    const evidenceOf = (name: string, text: string) => {
      const start = sources[name]!.indexOf(text);
      const node = model.tree(name).start.lastIndexOf(start);
      const { example, ...rest } = model.evidence(name, node);
      const at = example && `${example.page}: ${sources[example.page]!.slice(example.start, example.end)}`;
      return { ...rest, at };
    };
    const nav = evidenceOf('c.html', 'Home');
    expect(nav).toMatchObject({ name: '#text', support: { of: 3 }, segment: { group: 2, site: 2 }, at: 'b.html: Home' });
    expect(evidenceOf('c.html', '<nav>').at).toBe('a.html: <nav>Start</nav>');
    expect(evidenceOf('c.html', 'of its own')).toMatchObject({ label: 'content', segment: { group: 1, site: 1 } });
  });
});
