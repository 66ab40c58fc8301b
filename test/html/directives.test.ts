import { describe, expect, test } from 'vitest';
import { decidingDirectives } from '../../server/src/core/directives/deciding-directives.ts';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { attributeValue, isLabelled, nodeName } from '../../server/src/html/access.ts';
import { subtreeHashes } from '../../server/src/html/subtree-hashes.ts';
import { TEXT } from '../../server/src/html/tree.ts';

/** What the page's own source decides: its texts, and its start tags that hold none, each in `T[...]`, `C[...]` or, undecided, `?[...]`. */
function decided(source: string): string[] {
  const tree = parsePage(source);
  const { directives } = tree;
  const deciding = directives && decidingDirectives(tree, directives);
  return Array.from({ length: tree.size }, (_, node) => node)
    .filter(node => isLabelled(tree, node) && (tree.kind[node] === TEXT || tree.subtreeEnd[node] === node + 1))
    .map(node => {
      const label = directives?.labels[deciding?.[node] ?? -1]?.label;
      const text = source.slice(tree.start[node]!, tree.tagEnd[node]!).trim();
      return `${label === undefined ? '?' : label === 'template' ? 'T' : 'C'}[${text}]`;
    });
}

function problems(source: string): { at: string; message: string; suggestion?: string }[] {
  return (parsePage(source).directives?.problems ?? []).map(({ about: _, start, end, ...rest }) => ({
    at: source.slice(start, end),
    ...rest,
  }));
}

describe('data-templens', () => {
  test('decides for an element and all in it, the nearest one first', () => {
    const page = `<p>a<div data-templens=content>b<nav data-templens="template">c<b data-templens='Content'>d</b></nav>e</div>f`;
    expect(decided(page)).toEqual(['?[a]', 'C[b]', 'T[c]', 'C[d]', 'C[e]', '?[f]']);
  });

  test('ignores in content, by the name ignore', () => {
    const { directives } = parsePage('<div data-templens="ignore"><p>x</div>');
    expect(directives?.labels).toMatchObject([{ kind: 'ignore', label: 'content' }]);
  });

  test('wins over markers, wherever they stand', () => {
    expect(
      decided(
        '<div data-templens=content>a<!-- #BeginLibraryItem "x.lbi" -->b<!-- #EndLibraryItem --></div>' +
          '<!-- #BeginLibraryItem "x.lbi" -->c<p data-templens=content>d</p><!-- #EndLibraryItem -->',
      ),
    ).toEqual(['C[a]', 'C[b]', 'T[c]', 'C[d]']);
  });

  test('is reported if its value is not one of the three, and then has no effect', () => {
    expect(decided('<p data-templens=contnet>a')).toEqual(['?[a]']);
    expect(problems('<p class="x" data-templens="contnet">a<p data-templens>b')).toEqual([
      {
        at: 'data-templens="contnet"',
        message: 'data-templens is content, template or ignore, not "contnet"; it has no effect.',
        suggestion: 'data-templens="content"',
      },
      { at: 'data-templens', message: 'data-templens is content, template or ignore, not ""; it has no effect.' },
    ]);
    expect(problems('<p data-templens="{{ kind }}">a')).toEqual([]);
  });

  test('does not count when pages are compared', () => {
    const hashes = (source: string) => {
      const tree = parsePage(source);
      const { own, path, display } = tree.hashes;
      return { own: [...own], path: [...path], display: [...display], subtree: [...subtreeHashes(tree, source)] };
    };
    expect(hashes('<p data-templens=ignore class=x>a</p>')).toEqual(hashes('<p class=x>a</p>'));
  });
});

describe('Dreamweaver templates', () => {
  const instance = (body: string) =>
    `<!doctype html><html><!-- InstanceBegin template="/Templates/main.dwt" codeOutsideHTMLIsLocked="false" --><head>` +
    `<!-- InstanceBeginEditable name="doctitle" --><title>Home</title><!-- InstanceEndEditable --><meta charset="utf-8"></head>` +
    `<body>${body}</body><!-- InstanceEnd --></html>`;

  test('lock all but the editable regions', () => {
    const page = instance('menu<p><!-- InstanceBeginEditable name="main" -->own<!-- InstanceEndEditable --></p>foot');
    expect(decided(page)).toEqual(['C[Home]', 'T[<meta charset="utf-8">]', 'T[menu]', 'C[own]', 'T[foot]']);
    const tree = parsePage(page);
    const deciding = decidingDirectives(tree, tree.directives!);
    expect(tree.directives!.labels[deciding[tree.root]!]).toMatchObject({ kind: 'locked', name: '/Templates/main.dwt' });
    expect(problems(page)).toEqual([]);
  });

  test('lock the frame of a repeating region, and leave open what is editable in its entries', () => {
    const entry = (text: string) =>
      `<!-- InstanceBeginRepeatEntry --><li><b>*</b><!-- InstanceBeginEditable name="item" -->${text}<!-- InstanceEndEditable --></li><!-- InstanceEndRepeatEntry -->`;
    const page = instance(
      `<ul><!-- InstanceBeginRepeat name="items" -->${entry('a')}${entry('b')}<!-- InstanceEndRepeat --></ul>`,
    );
    expect(decided(page).slice(2)).toEqual(['T[*]', 'C[a]', 'T[*]', 'C[b]']);
    expect(problems(page)).toEqual([]);
  });

  test('of version 3 and 4, and of FrontPage and Expression Web, are written with #', () => {
    const page = `<html><!-- #BeginTemplate "/Templates/main.dwt" --><head><!-- #BeginEditable "doctitle" --><title>x</title><!-- #EndEditable --></head>
      <body>menu<!-- #BeginEditable "Content" -->own<!-- #EndEditable --></body><!-- #EndTemplate --></html>`;
    expect(decided(page)).toEqual(['C[x]', 'T[menu]', 'C[own]']);
    expect(parsePage(page).directives?.labels.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'locked /Templates/main.dwt',
      'editable doctitle',
      'editable Content',
    ]);
  });

  test('themselves are locked outside of their editable regions', () => {
    const page = `<html><head><!-- TemplateBeginEditable name="doctitle" --><title>x</title><!-- TemplateEndEditable --></head>
      <!-- TemplateParam name="side" type="boolean" value="true" --><body>menu<!-- TemplateBeginIf cond="side" --><p>side</p><!-- TemplateEndIf -->
      <!-- TemplateBeginRepeat name="r" --><!-- TemplateBeginEditable name="main" -->own<!-- TemplateEndEditable --><!-- TemplateEndRepeat --></body></html>`;
    expect(decided(page)).toEqual(['C[x]', 'T[menu]', 'T[side]', 'C[own]']);
    expect(problems(page)).toEqual([]);
  });

  test('made from templates pass editable regions on, or open parts of them only', () => {
    const page = instance(
      '<!-- InstanceBeginEditable name="passed" -->a<!-- InstanceEndEditable -->' +
        '<!-- InstanceBeginEditable name="main" -->b<!-- TemplateBeginEditable name="part" -->c<!-- TemplateEndEditable -->d<!-- InstanceEndEditable -->',
    );
    expect(decided(page).slice(2)).toEqual(['C[a]', 'T[b]', 'C[c]', 'T[d]']);
  });

  test('write editable regions into pages of no template, too', () => {
    expect(decided('a<!-- #BeginEditable "x" -->b<!-- #EndEditable -->c')).toEqual(['?[a]', 'C[b]', '?[c]']);
  });

  test('may cut through elements: a node is where its start tag is', () => {
    const page = instance('<!-- InstanceBeginEditable name="a" --><div><p>x</p><!-- InstanceEndEditable --><p>y</p></div>');
    expect(decided(page).slice(2)).toEqual(['C[x]', 'T[y]']);
  });

  test.each([
    ['an end of an editable region', '<!-- InstanceBeginEditable name="a" -->a<p>b</p>'],
    ['a begin of an editable region', '<i>a</i><p>b</p><!-- InstanceEndEditable -->'],
  ])('that have lost %s lock nothing', (_, broken) => {
    const page = instance(`menu${broken}<!-- InstanceBeginEditable name="c" -->c<!-- InstanceEndEditable -->foot`);
    expect(decided(page)).toEqual(['C[Home]', '?[<meta charset="utf-8">]', '?[menu]', '?[a]', '?[b]', 'C[c]', '?[foot]']);
    expect(problems(page)).toMatchObject([
      { at: expect.stringMatching(/Editable/), message: expect.stringMatching(/^This marker has no effect: .*\.$/) },
    ]);
  });

  test('that have lost their own begin or end lock nothing', () => {
    const page = instance('menu<!-- InstanceBeginEditable name="a" -->a<!-- InstanceEndEditable -->');
    for (const broken of [page.replace(/<!-- InstanceEnd -->/, ''), page.replace(/<!-- InstanceBegin .*?-->/, '')]) {
      expect(decided(broken)).toEqual(['C[Home]', '?[<meta charset="utf-8">]', '?[menu]', 'C[a]']);
      expect(problems(broken)).toHaveLength(1);
    }
  });

  test('are not what a comment in a script, a text area or a title says', () => {
    const begin = '<!-- InstanceBeginEditable name="a" -->';
    for (const holder of ['script', 'textarea', 'title'])
      expect(parsePage(`<${holder}>${begin}</${holder}>x`).directives).toBeUndefined();
  });
});

describe('library items and includes', () => {
  test.each([
    ['library item', '<!-- #BeginLibraryItem "/Library/foot.lbi" -->', '<!-- #EndLibraryItem -->', '/Library/foot.lbi'],
    [
      'include of FrontPage',
      '<!--webbot bot="Include" U-Include="nav.htm" TAG="BODY" startspan -->',
      '<!--webbot bot="Include" i-checksum="2" endspan -->',
      'nav.htm',
    ],
    [
      'include of FrontPage, in lines',
      '<!--webbot bot=Include startspan\n  u-include=nav.htm -->',
      '<!--webbot\n bot="Include"\n endspan -->',
      'nav.htm',
    ],
    [
      'menu of FrontPage',
      '<!--webbot bot="Navigation" S-Type="top" startspan -->',
      '<!--webbot bot="Navigation" endspan -->',
      '',
    ],
    ['include of BBEdit', '<!-- #bbinclude "nav.incl" #ITEM#="home" -->', '<!-- end bbinclude -->', 'nav.incl'],
  ])('a %s is template', (_, begin, end, name) => {
    const page = `a${begin}<p>b</p>${end}c`;
    expect(decided(page)).toEqual(['?[a]', 'T[b]', '?[c]']);
    expect(parsePage(page).directives?.labels.map(directive => directive.name)).toEqual([name]);
  });

  test('they are template in editable regions, too', () => {
    const page = '<!-- #BeginEditable "x" -->a<!-- #BeginLibraryItem "x.lbi" -->b<!-- #EndLibraryItem -->c<!-- #EndEditable -->';
    expect(decided(page)).toEqual(['C[a]', 'T[b]', 'C[c]']);
  });

  test('that are not closed, or say nothing of labels, change nothing', () => {
    for (const comment of [
      '<!--#include virtual="/nav.html" -->',
      '<!--#if expr="$x" -->',
      '<!--webbot bot="Timestamp" startspan -->',
      '<!-- Template for all -->',
      '<!-- end of menu -->',
      '<!-- InstanceBeginning of the end -->',
      '<!-- #BeginDate format:Sw1a -->',
    ])
      expect(parsePage(`<p>a${comment}<p>b`).directives).toBeUndefined();
    const open = '<!-- #BeginLibraryItem "x.lbi" --><p>a';
    expect(decided(open)).toEqual(['?[a]']);
    expect(problems(open)).toHaveLength(1);
  });
});

describe('ignore comments', () => {
  const ignores = (source: string) => {
    const tree = parsePage(source);
    return tree.directives?.ignores.map(({ node, start, end, ...rest }) => ({
      ...rest,
      comment: source.slice(start, end),
      on: node < 0 ? undefined : `${nodeName(tree, node)}#${attributeValue(tree, source, node, 'id')}`,
    }));
  };

  test('are for the next element beside them', () => {
    const comment = '<!-- templens-ignore template/missing-node, template/extra-node: a campaign: no menu -->';
    expect(ignores(`<div><p id=a></p>${comment} text <!-- note --><p id=b><i></i></p></div><p id=c>`)).toEqual([
      {
        scope: 'element',
        codes: ['template/missing-node', 'template/extra-node'],
        reason: 'a campaign: no menu',
        comment,
        on: 'p#b',
      },
    ]);
  });

  test('are for the whole page, by templens-ignore-page', () => {
    const comment = '<!--templens-ignore-page\n template/stale-year-->';
    expect(ignores(`<p>a</p>${comment}`)).toEqual([
      { scope: 'page', codes: ['template/stale-year'], reason: '', comment, on: undefined },
    ]);
  });

  test.each([
    [
      '<!-- templens-ignore -->',
      'templens-ignore names no code of a finding.',
      '<!-- templens-ignore template/changed-text: the reason -->',
    ],
    [
      '<!-- templens-ignore-page: old -->',
      'templens-ignore-page names no code of a finding.',
      '<!-- templens-ignore-page template/changed-text: old -->',
    ],
    [
      '<!-- templens-ignore template/missing-node the campaign page has no menu -->',
      'templens-ignore needs a colon between the codes and the reason.',
      '<!-- templens-ignore template/missing-node: the campaign page has no menu -->',
    ],
    [
      '<!-- templens-ignore template/misisng-node: x -->',
      'templens-ignore names template/misisng-node, which is no code of a finding.',
      '<!-- templens-ignore template/missing-node: x -->',
    ],
    [
      '<!-- templens-ignore-pge template/stale-year: x -->',
      'There is no directive templens-ignore-pge; there are templens-ignore and templens-ignore-page.',
      '<!-- templens-ignore-page template/stale-year: x -->',
    ],
    [
      '<!-- templens-off -->',
      'There is no directive templens-off; there are templens-ignore and templens-ignore-page.',
      undefined,
    ],
  ])('%s is reported', (comment, message, suggestion) => {
    const source = `<p>a</p>${comment}<p>b</p>`;
    expect(problems(source)).toEqual([{ at: comment, message, ...(suggestion !== undefined && { suggestion }) }]);
    expect(ignores(source)).toEqual([]);
    if (suggestion !== undefined) expect(problems(`<p>a</p>${suggestion}<p>b</p>`)).toEqual([]);
  });

  test('before nothing are reported, and keep the codes that they have right', () => {
    expect(problems('<div><p>a</p><!-- templens-ignore template/stale-year: x --></div>')).toMatchObject([
      { message: expect.stringContaining('there is none'), suggestion: '<!-- templens-ignore-page template/stale-year: x -->' },
    ]);
    const half = '<!-- templens-ignore template/stale-year, nothing: x --><p id=a>';
    expect(ignores(half)).toMatchObject([{ codes: ['template/stale-year'], on: 'p#a' }]);
    expect(problems(half)).toHaveLength(1);
  });

  test('are what a comment begins with, not what it speaks of; and a hole of an extracted template is no directive', () => {
    for (const comment of ['<!-- a comment that speaks of templens-ignore -->', '<!-- templens:hole article -->'])
      expect(parsePage(`<p>a${comment}<p>b`).directives).toBeUndefined();
  });
});

test('a page without directives has none', () => {
  expect(parsePage('<!-- a note --><p class="data-templens" data-template="x">a</p><!-- end -->').directives).toBeUndefined();
});
