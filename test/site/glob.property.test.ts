import fc from 'fast-check';
import ignore from 'ignore';
import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { IgnoreFile } from '../../server/src/site/gitignore.ts';
import { compileGlob } from '../../server/src/site/glob.ts';
import { inputs } from '../support/random-inputs.ts';

const name = fc.stringMatching(/^[ab.]{1,4}$/).filter(text => !/^\.+$/.test(text));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map(names => names.join('/'));

// picomatch knows no `[!a]`.
const piece = fc.constantFrom('a', 'b', '.', '*', '?', '[ab]', '[^a]', '{a,b}', '{a,b.}', '{ab,a}');
const segment = fc.oneof(
  { weight: 3, arbitrary: fc.array(piece, { minLength: 1, maxLength: 4 }).map(pieces => pieces.join('')) },
  { weight: 1, arbitrary: fc.constant('**') },
);
const glob = fc.array(segment, { minLength: 1, maxLength: 4 }).map(segments => segments.join('/'));

describe('a glob', () => {
  test('matches what picomatch matches', () => {
    fc.assert(
      fc.property(glob, fc.array(path, { minLength: 8, maxLength: 8 }), (pattern, paths) => {
        // Here picomatch differs from its own rules: two stars in a name, an empty star, and `**` after a wildcard.
        fc.pre(!/(?:^|\/)\.+(?:\/|$)|\*\*[^/]|[^/]\*\*|\*[?{[]|\/\*$|[*?\]}]\/\*\*/.test(pattern));
        // Its fast paths for common patterns do not follow its rules: `*.*` does not match `b.` there.
        const theirs = picomatch(pattern, { nocase: true, windows: false, fastpaths: false });
        const ours = compileGlob(pattern);
        expect(paths.filter(ours)).toEqual(paths.filter(each => theirs(each)));
      }),
      { numRuns: inputs(200) },
    );
  });

  test.each([
    ['a/**', ['a', 'a/b', 'a/b/c'], ['ab', 'a/.b', 'a/b/.c/d']],
    ['**/node_modules/**', ['node_modules', 'x/node_modules', 'x/node_modules/y'], ['x/node_module']],
    ['**', ['a', 'a/b'], ['.a', 'a/.b']],
    ['*.{html,htm}', ['A.HTML', 'b.htm'], ['a/b.html', '.html', 'a.htmlx']],
    ['{1..3}.html', ['1.html', '3.html'], ['4.html', '1..3.html']],
    ['{a..c}', ['a', 'c'], ['d']],
    ['{a}', ['{a}'], ['a']],
    ['!a.html', ['b.html'], ['a.html']],
    ['[]a]', [']', 'a'], ['[']],
    ['[!a]x', ['bx'], ['ax', '/x']],
    ['+(a|b)x', ['ax', 'abbax'], ['x', 'cx']],
    ['*(a|b)x', ['x', 'abx'], ['cx']],
    ['?(a)x', ['x', 'ax'], ['aax']],
    ['@(a|b|)x', ['ax', 'bx', 'x'], ['abx']],
    ['a\\*b', ['a*b'], ['axb']],
    ['a (1).html', ['a (1).html'], ['a 1.html']],
    ['.*/x', ['.a/x'], ['a/x']],
  ])('%s matches %j and not %j', (pattern, matching, others) => {
    const matches = compileGlob(pattern);
    expect(matching.filter(each => !matches(each))).toEqual([]);
    expect(others.filter(matches)).toEqual([]);
  });

  test.each([
    ['[a', 'has no "]" for one of its brackets'],
    ['[', 'has no "]" for one of its brackets'],
    ['{a,b', 'has no "}" for one of its brackets'],
    ['@(a', 'has no ")" for one of its brackets'],
    ['!(a)', 'has "!(...)", which is not supported'],
    ['{1..99999}', 'has a range of more than 1000'],
    ['@('.repeat(100), 'has more than 64 brackets inside one another'],
    ['a'.repeat(5000), 'is longer than 4096 characters'],
  ])('%s is refused', (pattern, reason) => {
    expect(() => compileGlob(pattern)).toThrow(reason);
  });

  // Each takes minutes to hours where ways are tried one after another.
  test.each(['*a'.repeat(30), '+(+(a|b)*)x', '+(a|aa|aaa)b', '{a,aa}'.repeat(200), '**/'.repeat(50), '*(*(*(*(a))))x'])(
    '%s is no trouble on a long path',
    pattern => {
      expect(compileGlob(pattern)(`${'a'.repeat(200)}/${'a'.repeat(200)}.`)).toBe(false);
    },
  );

  test('of any characters is compiled or refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab/*?[]{}(),|@+!\\.-'), maxLength: 20 }), path, (pattern, each) => {
        try {
          compileGlob(pattern)(each);
        } catch (error) {
          expect((error as Error).message).toMatch(/^(?:has|is) /);
        }
      }),
      { numRuns: inputs(200) },
    );
  });
});

describe('a .gitignore', () => {
  const gitPiece = fc.constantFrom('a', 'b', '.', '*', '?', '[ab]', '[!a]');
  const gitSegment = fc.oneof(
    { weight: 4, arbitrary: fc.array(gitPiece, { minLength: 1, maxLength: 3 }).map(pieces => pieces.join('')) },
    { weight: 1, arbitrary: fc.constant('**') },
  );
  const line = fc
    .record({
      negated: fc.boolean(),
      tied: fc.boolean(),
      segments: fc.array(gitSegment, { minLength: 1, maxLength: 3 }),
      folder: fc.boolean(),
    })
    .map(
      ({ negated, tied, segments, folder }) => `${negated ? '!' : ''}${tied ? '/' : ''}${segments.join('/')}${folder ? '/' : ''}`,
    )
    // Not as git has it there: a double star in a name, or alone.
    .filter(text => !/\*\*[^/]|[^/!]\*\*|^!?\/?\*\*\/?$|\*\*\/\*\*/.test(text));

  test('ignores what the library ignore ignores', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), fc.array(name, { minLength: 6, maxLength: 6 }), (lines, paths) => {
        const theirs = ignore({ allowRelativePaths: true }).add(lines.join('\n'));
        const ours = new IgnoreFile(lines.join('\n'));
        for (const each of [...paths, ...paths.map(folder => `${folder}/`)]) {
          const { ignored, unignored } = theirs.test(each);
          expect([each, ours.ignores(each) ?? false]).toEqual([each, ignored && !unignored]);
        }
      }),
      { numRuns: inputs(200) },
    );
  });

  test.each([
    ['*.html', 'a/b.html', true],
    ['/a.html', 'b/a.html', undefined],
    ['a/b', 'x/a/b', undefined],
    ['a/**', 'a', undefined],
    ['a/**', 'a/b/c', true],
    ['a/', 'a', undefined],
    ['a/', 'a/', true],
    ['\\#a', '#a', true],
    ['# a', '# a', undefined],
    ['\\!a', '!a', true],
    ['a  ', 'a', true],
    ['a\\ ', 'a ', true],
    ['*\n!b', 'b', false],
    ['[a', '[a', undefined],
    ['.*', '.a', true],
    ['{a,b}', 'a', undefined],
  ])('%j says of %s: %s', (text, each, expected) => {
    expect(new IgnoreFile(text).ignores(each)).toBe(expected);
  });

  test('with many wildcards is no trouble on a long name', () => {
    expect(new IgnoreFile('*a'.repeat(40)).ignores(`${'a'.repeat(250)}b`)).toBeUndefined();
  });
});
