import '../../server/src/lab/index.ts';
import type { ExtractorName, GivenOptions, GroupingName } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { neededFeatures } from '../../server/src/core/labels/extractors.ts';
import { pageFeatures } from '../../server/src/core/labels/page-features.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { nodeName, nodeText } from '../../server/src/html/access.ts';
import { ELEMENT, TEXT } from '../../server/src/html/tree.ts';
import { pageTokens, textWords } from '../../server/src/lab/content/tokens.ts';
import type { MatrixSize } from '../../server/src/lab/grouping/mdl-cost.ts';
import { TextGrouping } from '../../server/src/lab/grouping/text-grouping.ts';
import { textHash } from '../../server/src/lab/grouping/text-hash.ts';
import { type EssentialClass, textMdl } from '../../server/src/lab/grouping/text-mdl.ts';

/** Labels of every page of a site: names of its content elements and its content texts, in document order. */
function contentOf(
  extractor: ExtractorName,
  sources: string[],
  extractorOptions: GivenOptions = {},
  grouping: GroupingName = 'default',
): string[][] {
  const model = new SiteModel({ extractor, grouping, groupThreshold: null, extractorOptions });
  const names = sources.map((_, index) => `${index}.html`);
  for (const [index, source] of sources.entries()) {
    const tree = parsePage(source);
    model.upsert(names[index]!, tree, pageFeatures(neededFeatures({ extractor }), tree, source, names[index]!));
  }
  model.settle();
  return sources.map((source, index) => {
    const tree = model.tree(names[index]!);
    const { label } = model.labels(names[index]!);
    const content: string[] = [];
    for (let node = 0; node < tree.size; node++) {
      if (label[node] === 1) continue;
      if (tree.kind[node] === ELEMENT) content.push(`<${nodeName(tree, node)}>`);
      if (tree.kind[node] === TEXT) content.push(nodeText(tree, source, node));
    }
    return content;
  });
}

const words = (text: string, count: number) => Array.from({ length: count }, (_, i) => `${text}${i}`).join(' ');

describe('7.4 the tokens of a page', () => {
  test('start tags, end tags and words of the body; nothing of head, scripts, comments and tags that are not written', () => {
    const source = `<html><head><title>No</title></head><body>One &amp; two<!-- no --><p>three<script>no()</script><br></p><table><tr><td>x</table></body></html>`;
    const tree = parsePage(source);
    const { tag, node } = pageTokens(tree, textWords(tree, source).counts);
    const seen = [...tag].map((isTag, at) => (isTag ? nodeName(tree, node[at]!) : nodeText(tree, source, node[at]!)));
    expect(seen).toEqual([
      ...['body', 'One & two', 'One & two', 'One & two', 'p', 'three', 'br', 'p'],
      ...['table', 'tr', 'td', 'x', 'table', 'body'],
    ]);
  });

  test('a page without a body has none', () => {
    const tree = parsePage('<frameset><frame></frameset>');
    expect(pageTokens(tree, textWords(tree, '').counts).tag).toHaveLength(0);
  });
});

describe('labels by the content of single pages', () => {
  const menu = '<ul><li><a>Home</a></li><li><a>About</a></li><li><a>News</a></li></ul>';
  const page = `<body>${menu}<div><p>${words('a', 30)}</p><p>${words('b', 30)}</p></div>${menu}`;

  test('plain: the whole body, but not the head', () => {
    const [content] = contentOf('plain', ['<head><title>T</title></head><body><p>One<p>Two']);
    expect(content).toEqual(['<body>', '<p>', 'One', '<p>', 'Two']);
  });

  test('bte: the run of words with few tags; elements that hold nothing else', () => {
    expect(contentOf('bte', [page])).toEqual([['<div>', '<p>', words('a', 30), '<p>', words('b', 30)]]);
  });

  test('dsc: several runs', () => {
    const two = `<body><p>${words('a', 40)}</p>${menu.repeat(4)}<p>${words('b', 40)}</p>${menu.repeat(4)}`;
    const options = { 'dsc.window': 8, 'dsc.share': 0.3 };
    expect(contentOf('dsc', [two], options)).toEqual([['<p>', words('a', 40), '<p>', words('b', 40)]]);
    expect(contentOf('bte', [two])[0]).not.toContain(words('b', 40));
  });

  test('an element without text has the label of its parent', () => {
    const [content] = contentOf('bte', [`<body>${menu}<img><div>${words('a', 30)}<img></div>`]);
    expect(content).toEqual(['<div>', words('a', 30), '<img>']);
  });
});

describe('7.3 and 7.8 the document-frequency detector', () => {
  const page = (own: string, extra = '') => `<body><div>Menu</div><p>${own}</p><div>${extra}</div>`;
  /** Pages of which `shared` have a text in common beside the menu. */
  const site = (pages: number, shared: number) =>
    Array.from({ length: pages }, (_, index) => page(`Own ${index}`, index < shared ? 'Note' : `Other ${index}`));

  test.each([
    [7, 3, 'template'],
    [7, 2, 'content'],
    [8, 3, 'template'],
    [9, 3, 'content'],
    [9, 4, 'template'],
  ])('of %i pages, a text on %i is %s: more than a third', (pages, shared, label) => {
    const [content] = contentOf('df', site(pages, shared));
    expect(content).toContain('Own 0');
    expect(content).not.toContain('Menu');
    expect(content!.includes('Note')).toBe(label === 'content');
  });

  test('a text on 3 of 8 pages is no longer template when a ninth page comes: its pages are relabelled', () => {
    const model = new SiteModel({ extractor: 'df', groupThreshold: null });
    const sources = site(9, 3);
    const put = (index: number) => {
      const tree = parsePage(sources[index]!);
      const name = `${index}.html`;
      model.upsert(name, tree, pageFeatures(neededFeatures({ extractor: 'df' }), tree, sources[index]!, name));
    };
    for (let index = 0; index < 8; index++) put(index);
    model.settle();
    put(8);
    expect(model.settle().relabel).toEqual(['0.html', '1.html', '2.html', '8.html']);
  });

  test('a text counts wherever it stands, and once a page', () => {
    const sources = [page('Note', 'Note'), page('x', 'Note'), page('y', 'z')];
    expect(contentOf('df', sources)[0]).not.toContain('Note');
    expect(contentOf('df', [page('Note', 'Note'), page('x', 'w'), page('y', 'z')])[0]).toContain('Note');
  });

  test('pages of another structure are no training documents', () => {
    const table = (own: string) => `<body><table><tr><td>Menu<td>${own}</table>`;
    const sources = [...site(3, 0), table('A'), table('B'), table('C'), table('Menu 2')];
    const options = { 'df.threshold': 0.3 };
    const contents = contentOf('df', sources, options);
    expect(contents[3]).toEqual(['<td>', 'A']);
    // Together they would be 7 pages, of which 3 have a note.
    const notes = [...site(3, 1), table('Note'), table('B'), table('Note')];
    expect(contentOf('df', notes, options)[0]).toContain('Note');
    expect(contentOf('df', notes, { 'df.threshold': 1 })[0]).not.toContain('Note');
  });

  test('a page that joins two layouts, or leaves them apart, relabels pages of both', () => {
    const options = { 'df.pages': 1, 'df.threshold': 0.5 };
    const model = new SiteModel({ extractor: 'df', groupThreshold: null, extractorOptions: options });
    const put = (name: string, source: string) => {
      const tree = parsePage(source);
      model.upsert(name, tree, pageFeatures(neededFeatures({ extractor: 'df' }), tree, source, name));
    };
    // Leaf paths: head and three of their own; the page between has two of each.
    put('a1', '<body><b></b><i></i><u>Note</u>');
    put('a2', '<body><b></b><i></i><u></u>');
    for (const name of ['c1', 'c2', 'c3']) put(name, '<body><p></p><hr><h1></h1>');
    model.settle();
    const isTemplate = () => {
      const { tree, label } = { tree: model.tree('a1'), label: model.labels('a1').label };
      return label[Array.from({ length: tree.size }, (_, node) => node).findLast(node => tree.kind[node] === TEXT)!] === 1;
    };
    expect(isTemplate()).toBe(true);
    put('between', '<body><b></b><i></i><p></p><hr>');
    expect(model.settle().relabel).toContain('a1');
    expect(isTemplate()).toBe(false);
    model.remove('between');
    expect(model.settle().relabel).toContain('a1');
    expect(isTemplate()).toBe(true);
  });

  test('fewer than 3 training documents: BTE', () => {
    const own = words('own', 20);
    const sources = ['One', 'Two'].map(menu => `<body><div><a>${menu}</a><a>Menu</a></div><p>${own}</p>`);
    expect(contentOf('df', sources)).toEqual(contentOf('bte', sources));
    expect(contentOf('df', sources, { 'df.pages': 2 })[0]).not.toContain(own);
  });
});

describe('6 TEXT: labels', () => {
  // p1 html, p2 body, p3 h1, p4 br, p5 List, p6..p8 the three titles.
  const documents = [
    [1, 2, 3, 4, 6],
    [1, 2, 3, 4, 5, 7],
    [1, 2, 3, 4, 5, 8],
    [1, 2, 5],
  ].map(paths => Float64Array.from(paths));

  test.each([
    ['text-mdl', textMdl],
    ['text-hash', (classes: readonly EssentialClass[], size: MatrixSize) => textHash(classes, size)],
  ])('worked example by %s: the template of d2 and d3 is p1 to p5', (_, search) => {
    const grouping = new TextGrouping(search);
    const layouts = documents.map(set => grouping.add(set));
    grouping.takeChanged();
    const templates = layouts.map(layout => [...grouping.templatePaths(grouping.component(layout))]);
    expect(templates).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
      [1, 2],
    ]);
  });

  // The same as pages. HTML gives every page a head, so that there have to be more elements beside the title for it to be as above.
  const title = (text: string) => `<h1>${text}</h1><br><hr><b></b>`;
  const pages = [title('Tech'), `${title('World')}List`, `${title('Local')}List`, 'List'].map(body => `<body>${body}</body>`);

  test.each(['text-mdl', 'text-hash'] as const)('%s: what is at template paths of the cluster is template', extractor => {
    expect(contentOf(extractor, pages)).toEqual([['Tech'], ['World'], ['Local'], ['List']]);
  });

  test('the clusters are those of the whole site, whatever the layouts', () => {
    expect(contentOf('text-mdl', pages, {}, 'cp')).toEqual(contentOf('text-mdl', pages));
  });

  test('one page alone is all template: nothing to compare it with', () => {
    expect(contentOf('text-mdl', [pages[0]!])).toEqual([[]]);
  });
});
