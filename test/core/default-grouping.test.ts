import '../../server/src/lab/index.ts';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { DefaultGrouping } from '../../server/src/core/layouts/default-grouping.ts';
import { layoutSet } from '../../server/src/core/layouts/default-layout-set.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';

const words = ['ul', 'ol', 'table', 'blockquote', 'pre', 'dl'];

/** The article of a page: paragraphs and some other elements, which depend on the number alone. */
const article = (number: number) =>
  `<h2>${number}</h2><p>some <em>text</em>${words
    .filter((_, index) => (Math.imul(number + 1, 2654435761) >>> (index * 5)) & 1)
    .map(name => `<${name}></${name}>`)
    .join('')}`;

const menu = '<nav><h6>m</h6><ul><li><a><span>x</span></a></li></ul></nav>';
const layouts: Record<string, (content: string) => string> = {
  doc: content =>
    `<head><meta><link></head><body><header><img><form><input><button>s</button></form>${menu}</header><main><section><h1>d</h1>` +
    `<article>${content}</article></section>${menu}</main><footer><p>f<small>c</small></p><address>a<br></address></footer>`,
  old: content =>
    '<head><title>o</title></head><body><center><img><hr></center><table><tr><th>t</th></tr><tr><td><font><b>m</b><a>x</a><br></font></td>' +
    `<td><dl><dt>n</dt><dd><a>n</a></dd></dl>${content}</td></tr></table><hr><center><i>f</i><a><img></a></center>`,
  list: content =>
    '<head><meta><link></head><body><div><div><form><label>q</label><input></form><ol><li><a>1</a></li></ol><h1>l</h1>' +
    `<section><h2>e</h2><p>s<a>more</a></p></section></div>${content}</div><aside><dl><dt>a</dt><dd>b</dd></dl>${menu}</aside>`,
};

const pageOf = (layout: string, number: number) => layouts[layout]!(article(number));

/** Site of pages by name; a name is its layout and a number. */
function siteOf(names: readonly string[], texts: Record<string, string> = {}): SiteModel {
  const model = new SiteModel({ extractor: 'iwptd', groupThreshold: null });
  for (const name of names) {
    const [layout, number] = name.split(' ');
    model.upsert(name, parsePage(texts[name] ?? pageOf(layout!, Number(number))));
  }
  model.settle();
  return model;
}

const groupsOf = (model: SiteModel) => model.groups().map(({ pages }) => pages);
const numbered = (layout: string, count: number) => Array.from({ length: count }, (_, index) => `${layout} ${index}`);

describe('the default groups', () => {
  test('are the layouts, whatever the articles hold', () => {
    const names = Object.keys(layouts).flatMap(layout => numbered(layout, 8));
    const groups = groupsOf(siteOf(names));
    expect(groups).toHaveLength(3);
    for (const pages of groups) expect(new Set(pages.map(page => page.split(' ')[0])).size).toBe(1);
  });

  test.each([2, 3, 4])('of a site of %i pages of one layout are one', count => {
    expect(groupsOf(siteOf(numbered('doc', count)))).toHaveLength(1);
  });

  test('of two pages of different layouts are two', () => {
    expect(groupsOf(siteOf(['doc 1', 'old 1']))).toHaveLength(2);
  });

  test('are not chained by one page that holds two layouts', () => {
    const names = [...numbered('doc', 8), ...numbered('old', 8)];
    const odd = `${pageOf('doc', 3)}${pageOf('old', 5).replace(/^.*<body>/, '')}`;
    const groups = groupsOf(siteOf([...names, 'doc odd'], { 'doc odd': odd }));
    for (const pages of groups) {
      const kinds = new Set(pages.filter(page => !page.endsWith('odd')).map(page => page.split(' ')[0]));
      expect(kinds.size).toBeLessThanOrEqual(1);
    }
    expect(groups[0]!.length).toBeGreaterThanOrEqual(8);
  });

  test('tell kinds of pages apart that differ in the start tag of the body', () => {
    const own = (id: string) => (content: string) => layouts.doc!(`<h1>t</h1>${content}`).replace('<body>', `<body id="${id}">`);
    const kinds = ['manual', 'module'].flatMap(kind =>
      Array.from({ length: 6 }, (_, number): [string, string] => [
        `${kind} ${number}`,
        own(kind)(article(number) + (kind === 'module' ? '<table><tr><th>s<td>d</table><h3>d</h3><p>e' : '')),
      ]),
    );
    const groups = groupsOf(
      siteOf(
        kinds.map(([name]) => name),
        Object.fromEntries(kinds),
      ),
    );
    expect(groups.map(pages => new Set(pages.map(page => page.split(' ')[0])).size)).toEqual([1, 1]);
  });

  test('stay together where every page has a body tag of its own', () => {
    const texts = Object.fromEntries(
      numbered('doc', 10).map((name, number) => [name, pageOf('doc', number).replace('<body>', `<body class="page-${number}">`)]),
    );
    expect(groupsOf(siteOf(Object.keys(texts), texts))).toHaveLength(1);
  });

  test('keep a page of their structure whose body alone has a class', () => {
    const model = new SiteModel({ extractor: 'iwptd', groupThreshold: 0.15 });
    const plain = pageOf('doc', 1);
    for (let number = 0; number < 9; number++) model.upsert(`doc ${number}`, parsePage(plain));
    const put = (body: string): number => {
      model.upsert('odd', parsePage(plain.replace('<body>', body)));
      model.settle();
      return model.groups().length;
    };
    expect(put('<body class="odd" id="one" data-x="1">')).toBe(1);
    expect(put('<body bgcolor="red">')).toBe(2);
  });

  test('part when a layout comes to differ, and join when it is the same again', () => {
    const names = numbered('doc', 12);
    const model = siteOf(names);
    expect(groupsOf(model)).toHaveLength(1);
    const redesigned = names.slice(0, 5);
    for (const [number, name] of redesigned.entries()) model.upsert(name, parsePage(pageOf('list', number)));
    const { regrouped, renamed } = model.settle();
    expect(groupsOf(model).sort((a, b) => a.length - b.length)).toEqual([redesigned, names.slice(5).sort()]);
    expect([...new Set([...regrouped, ...renamed.flatMap(({ pages }) => pages)])].sort()).toEqual([...names].sort());
    for (const [number, name] of redesigned.entries()) model.upsert(name, parsePage(pageOf('doc', number)));
    model.settle();
    expect(groupsOf(model)).toEqual([[...names].sort()]);
  });

  test('a threshold of 1 makes one group, of 0 one for every layout', () => {
    const sets = ['doc', 'old', 'list'].flatMap(layout => [1, 2].map(number => layoutSet(parsePage(pageOf(layout, number)))));
    for (const [threshold, count] of [
      [1, 1],
      [0, 6],
    ] as const) {
      const grouping = new DefaultGrouping(threshold);
      const ids = sets.map((set, page) => grouping.add(set, page));
      grouping.takeChanged();
      expect(new Set(ids.map(id => grouping.component(id))).size).toBe(count);
    }
  });
});

describe('translations', () => {
  const elements = ['dl', 'blockquote', 'pre', 'figure', 'table', 'ol'];
  const inside = elements
    .slice(0, 2)
    .map(name => `<${name}-part></${name}-part>`)
    .join('');
  /** Pages of one frame with an article of many elements of its own, in each of these languages. */
  const site = (languages: readonly string[]) =>
    new Map(
      elements.flatMap(name =>
        languages.map(language => [
          `${language}/${name}.html`,
          layouts.doc!(`<${name}>${elements.map(inner => `<${inner}>${inside}</${inner}>`).join('')}</${name}>`),
        ]),
      ),
    );
  const groupCount = (pages: ReadonlyMap<string, string>) => {
    const model = new SiteModel({ extractor: 'iwptd', groupThreshold: null });
    for (const [name, text] of pages) model.upsert(name, parsePage(text, { path: name }));
    model.settle();
    return model.groups().length;
  };

  test('count as one page, so that an article in two languages is no layout', () => {
    expect(groupCount(site(['de']))).toBe(1);
    expect(groupCount(site(['de', 'en', 'pt-br']))).toBe(1);
    const unrelated = new Map(
      [...site(['de', 'en'])].map(([name, text]) => [name.replace('de/', 'a/').replace('en/', 'b/'), text]),
    );
    expect(groupCount(unrelated)).toBeGreaterThan(1);
  });
});

describe('what the default grouping knows of a page', () => {
  const of = (source: string) => [...layoutSet(parsePage(source))];

  test('is not changed by text, repetitions, scripts or the order of classes', () => {
    const page = '<body class="a b"><ul><li>one</ul><p id="x">text</p>';
    expect(of('<body class="b a"><ul><li>two<li>three</ul><p id="x">more</p><p id="x">yet more</p><script>x</script>')).toEqual(
      of(page),
    );
  });

  test('is changed by the body, by a path, by attributes, by their lack, and by where paths end', () => {
    const page = '<body class="a"><div><p id="x">x</p></div>';
    for (const other of [
      '<body class="b"><div><p id="x">x</p></div>',
      '<body class="a"><div><p id="x">x</p><i>y</i></div>',
      '<body class="a"><div><p id="y">x</p></div>',
      '<body class="a"><div><p id="x">x</p><p>y</p></div>',
    ]) {
      expect(of(other)).not.toEqual(of(page));
    }
    const inner = '<body><div><p>x</p></div>';
    expect(of('<body><div><p>x</p></div><div>y</div>')).not.toEqual(of(inner));
  });
});
