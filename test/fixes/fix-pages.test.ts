import type { Finding } from 'templens-shared/findings';
import type { EngineCommand, EngineQuery } from 'templens-shared/stream';
import { describe, expect, test } from 'vitest';
import type { EngineHandle } from '../../server/src/site/engine-handle.ts';
import { fixPages } from '../../server/src/site/fix-pages.ts';
import { checkFixPromises } from '../support/fix-promises.ts';
import { framedSite } from '../support/framed-site.ts';

const site = framedSite(14);

/** Puts other text in the place of the first `old` in the lines of a page's frame. */
function drifted(path: string, old: string, text: string) {
  return site.map(page => {
    if (page.path !== path) return page;
    const at = page.lines.findIndex(line => !line.content && line.text.includes(old));
    return { path, lines: page.lines.with(at, { text: page.lines[at]!.text.replace(old, text), content: false }) };
  });
}

// Each was found at random, and broke a promise.
test.each([
  ['content in an element that no other page has', 'islands-8.html', '  <main>', '<li>'],
  ['an html tag that is a text', 'docs/dunes-3.html', '<html lang="en">', '<p>An addition</p>html lang="en">'],
  ['a meta tag that is a text', 'docs/dunes-3.html', '  <meta charset="utf-8">', '<a href="y.html">y</a>eta charset="utf-8">'],
])('%s: the promises of fixes hold', async (_, page, old, text) => {
  for (const unsafe of [false, true]) await checkFixPromises(drifted(page, old, text), unsafe);
});

/** By page, its findings; the text of a page is the list of what can be found on it. */
type Judge = (texts: ReadonlyMap<string, string>) => Record<string, string[]>;

/** An engine whose fix of a finding takes the word of its identity out of the page. A finding of `a+b` sums up the differences `a` and `b`. */
function fakeEngine(texts: Map<string, string>, judge: Judge, closed: string[] = []): EngineHandle {
  const diagnostics = (page: string): Finding[] =>
    (judge(texts)[page] ?? []).map(identity => ({
      ...{
        page,
        start: 0,
        end: 0,
        line: 1,
        column: 1,
        code: 'template/extra-node',
        severity: 'warning',
        confidence: 1,
        message: '',
      },
      ...{ related: [], normalisers: [], fixable: true, identity, cause: identity },
      ...(identity.includes('+') && {
        details: identity.split('+').map(each => ({
          ...{ start: 0, end: 0, line: 1, column: 1, code: 'template/extra-node', message: '', identity: each },
        })),
      }),
    })) as Finding[];
  const answer = (query: EngineQuery): unknown => {
    if (query.kind === 'check') return [...texts.keys()].map(page => ({ page, diagnostics: diagnostics(page), withheld: 0 }));
    if (query.kind !== 'fixes') throw new Error(`no answer to ${query.kind}`);
    const { page, only, except = [] } = query;
    const text = texts.get(page)!;
    const wanted = diagnostics(page).filter(({ identity }) => (only?.includes(identity) ?? true) && !except.includes(identity));
    const edits = wanted.map(({ identity }) => {
      const word = identity.split('+')[0]!;
      return { start: text.indexOf(word), end: text.indexOf(word) + word.length, text: '' };
    });
    return { page, text, edits, fixedFindings: wanted.map(({ identity }) => identity) };
  };
  return {
    send: (command: EngineCommand) => {
      if (command.command === 'text') texts.set(command.page, command.text);
      if (command.command === 'closeText') closed.push(command.page);
    },
    query: async (query: EngineQuery) => answer(query),
  } as unknown as EngineHandle;
}

describe('a fix', () => {
  const words = (text: string | undefined): string[] => text!.split(' ').filter(word => word !== '');
  const own: Judge = texts => Object.fromEntries([...texts].map(([page, text]) => [page, words(text)]));
  const fixed = async (start: Record<string, string>, judge: Judge): Promise<Record<string, string[]>> => {
    const texts = new Map(Object.entries(start));
    const { fixed: pages } = await fixPages(fakeEngine(texts, judge), { pages: [...texts.keys()], unsafe: true });
    return Object.fromEntries(pages.map(({ page, fixedFindings }) => [page, fixedFindings.map(({ identity }) => identity)]));
  };

  test('that fails is tried again when others were made', async () => {
    // What takes x away from a is worse than x, as long as z is on b; what takes q away from c is worse for d.
    const judge: Judge = texts => ({
      ...own(texts),
      ...(!texts.get('a')!.includes('x') && texts.get('b')!.includes('z') && { a: ['worse'] }),
      ...(!texts.get('c')!.includes('q') && { d: ['worse'] }),
    });
    expect(await fixed({ a: 'x', b: 'z', c: 'q', d: '' }, judge)).toEqual({ a: ['x'], b: ['z'] });
  });

  test('with a new finding on another page is reverted, the others are kept', async () => {
    const judge: Judge = texts => ({ ...own(texts), ...(!texts.get('b')!.includes('y') && { d: ['worse'] }) });
    expect(await fixed({ a: 'x', b: 'y z', c: 'x y', d: '' }, judge)).toEqual({ a: ['x'], b: ['z'], c: ['x', 'y'] });
  });

  test('that leaves a difference is reverted', async () => {
    const judge: Judge = texts => ({ ...own(texts), a: [words(texts.get('a')).join('+')] });
    expect(await fixed({ a: 'x y', b: 'z' }, judge)).toEqual({ b: ['z'] });
  });

  test.each([
    ['is closed', false, ['a']],
    ['stays where there was one before', true, []],
  ])('that is reverted is named, and the buffer of its page %s', async (_, hasBuffer, expected) => {
    const judge: Judge = texts => ({ ...own(texts), a: ['x'] });
    const closed: string[] = [];
    const texts = new Map([
      ['a', 'x'],
      ['b', 'z'],
    ]);
    const { reverted } = await fixPages(fakeEngine(texts, judge, closed), {
      pages: ['a', 'b'],
      unsafe: true,
      hasBuffer: () => hasBuffer,
    });
    expect([closed, reverted]).toEqual([
      expected,
      [{ page: 'a', identity: 'x', reason: 'The finding would stay after the fix.' }],
    ]);
  });

  test('that a later pass keeps is not named as reverted', async () => {
    // Without the fix of b, that of a brings up a finding; that of c always does. The three are tried in halves.
    const judge: Judge = texts => ({
      ...own(texts),
      d: [
        ...(!texts.get('a')!.includes('x') && texts.get('b')!.includes('z') ? ['worse'] : []),
        ...(texts.get('c')!.includes('q') ? [] : ['bad']),
      ],
    });
    const texts = new Map(Object.entries({ a: 'x', c: 'q', b: 'z', d: '' }));
    const { fixed, reverted } = await fixPages(fakeEngine(texts, judge), { pages: [...texts.keys()], unsafe: true });
    expect(fixed.map(({ page }) => page).sort()).toEqual(['a', 'b']);
    expect(reverted).toEqual([{ page: 'c', identity: 'q', reason: 'd would have a new finding: ' }]);
  });

  test('of one of two equal differences is reverted where both stay', async () => {
    const judge: Judge = texts => ({ ...own(texts), a: ['x', 'x'] });
    expect(await fixed({ a: 'x x', b: 'z' }, judge)).toEqual({ b: ['z'] });
  });
});
