import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { discoverPages, inspectHint, pageFilter } from '../../server/src/site/discover.ts';
import { readPageFile } from '../../server/src/site/read-page.ts';
import { isUnix } from '../support/platform.ts';
import { makeFolder } from './folder.ts';

function discover(root: string, settings: Partial<Settings> = {}) {
  const filter = pageFilter(root, { ...defaultSettings, ...settings });
  const { pages, problems } = discoverPages(root, filter);
  return { pages: [...pages.keys()], problems, filter };
}
const empty = (...paths: string[]) => makeFolder(Object.fromEntries(paths.map(path => [path, ''])));

/** The superuser may read everything, so permissions are tested as somebody else. */
function asOrdinaryUser<T>(run: () => T): T {
  if (process.geteuid?.() !== 0) return run();
  process.seteuid!(65534);
  try {
    return run();
  } finally {
    process.seteuid!(0);
  }
}

describe('the pages of a site', () => {
  test('are the included files at any depth, sorted, with slashes', () => {
    const root = empty('b.html', 'a/z.htm', 'a/B.xhtml', 'INDEX.HTM', 'style.css', 'a.html/x.shtml', 'page.html.bak');
    expect(discover(root).pages).toEqual(['INDEX.HTM', 'a.html/x.shtml', 'a/B.xhtml', 'a/z.htm', 'b.html']);
  });

  test('are not in excluded folders, nor in folders that begin with a dot', () => {
    const root = empty('a.html', 'node_modules/x/a.html', 'sub/node_modules/b.html', '.cache/c.html', 'sub/.git/d.html');
    expect(discover(root).pages).toEqual(['a.html']);
  });

  test.each([['drafts'], ['drafts/'], ['./drafts'], ['drafts/**'], ['**/drafts/**']])('are skipped by the glob %s', glob => {
    const root = empty('a.html', 'drafts/b.html', 'drafts/sub/c.html');
    expect(discover(root, { exclude: [glob] }).pages).toEqual(['a.html']);
  });

  test('of node_modules are pages where exclude no longer names it', () => {
    expect(discover(empty('node_modules/a.html'), { exclude: [] }).pages).toEqual(['node_modules/a.html']);
  });

  test('are those that include names', () => {
    const root = empty('a.html', 'b.php', 'sub/c.php');
    expect(discover(root, { include: ['**/*.php'] }).pages).toEqual(['b.php', 'sub/c.php']);
  });
});

describe('.gitignore', () => {
  const files = {
    '.gitignore': 'build/\n*.tmp.html\n/only-root.html\n!keep.tmp.html\n',
    'a.html': '',
    'a.tmp.html': '',
    'keep.tmp.html': '',
    'build/b.html': '',
    'only-root.html': '',
    'sub/only-root.html': '',
    'sub/.gitignore': '!special.tmp.html\nlocal.html\n',
    'sub/special.tmp.html': '',
    'sub/local.html': '',
    'local.html': '',
  };
  test('is obeyed at every level, the nearest first', () => {
    expect(discover(makeFolder(files)).pages).toEqual([
      'a.html',
      'keep.tmp.html',
      'local.html',
      'sub/only-root.html',
      'sub/special.tmp.html',
    ]);
  });
  test('is not read where the setting says so', () => {
    expect(discover(makeFolder(files), { gitignore: false }).pages).toContain('build/b.html');
  });
});

describe('a link', () => {
  test('is followed to a file inside the site, and never outside', () => {
    const outside = makeFolder({ 'secret.html': '' });
    const root = makeFolder({ 'a.html': '', 'sub/b.html': 'inside' });
    symlinkSync(join(root, 'sub/b.html'), join(root, 'link.html'));
    symlinkSync(join(outside, 'secret.html'), join(root, 'out.html'));
    symlinkSync(outside, join(root, 'folder'));
    symlinkSync(root, join(root, 'sub/loop'));
    expect(discover(root).pages).toEqual(['a.html', 'link.html', 'out.html', 'sub/b.html']);
    expect(readPageFile(root, 'link.html', root, defaultSettings)).toMatchObject({ kind: 'text', text: 'inside' });
    expect(readPageFile(root, 'out.html', root, defaultSettings)).toEqual({
      kind: 'refused',
      message: 'out.html is a link that leads outside the site; it is skipped.',
    });
    expect(inspectHint(root, 'folder/secret.html', root)).toEqual({ kind: 'missing' });
  });

  test('to nothing, or to itself, is reported', () => {
    const root = makeFolder({ 'a.html': '' });
    symlinkSync('gone.html', join(root, 'dangling.html'));
    symlinkSync('self.html', join(root, 'self.html'));
    for (const page of ['dangling.html', 'self.html']) {
      expect(discover(root).pages).toContain(page);
      expect(readPageFile(root, page, root, defaultSettings)).toEqual({
        kind: 'refused',
        message: `${page} is a link that leads nowhere; it is skipped.`,
      });
    }
  });
});

test('a folder named like a page is reported and searched', () => {
  const root = empty('x.html/inner.html');
  mkdirSync(join(root, 'empty.html'));
  const { pages, problems } = discover(root);
  expect(pages).toEqual(['x.html/inner.html']);
  expect(problems.map(problem => problem.page).sort()).toEqual(['empty.html', 'x.html']);
});

test.runIf(isUnix)('a folder that cannot be listed is reported, and the rest is found', () => {
  const root = empty('a.html', 'locked/b.html');
  chmodSync(root, 0o755);
  chmodSync(join(root, 'locked'), 0);
  const { pages, problems } = asOrdinaryUser(() => discover(root));
  expect(pages).toEqual(['a.html']);
  expect(problems).toEqual([
    { page: 'locked', message: 'The folder locked cannot be read: permission is denied; its pages are skipped.' },
  ]);
});

test('a site that is not there is an error', () => {
  expect(() => discover(join(makeFolder(), 'nowhere'))).toThrow(/ENOENT/);
});

test('the walk and the watcher agree on what is a page', () => {
  const root = empty('a.html', '.git/x.html', 'node_modules/x.html', 'sub/b.html');
  const { filter } = discover(root);
  expect(
    ['a.html', '.git/x.html', 'node_modules/x.html', 'sub/b.html', 'sub/new.html'].filter(page => filter.isPage(page)),
  ).toEqual(['a.html', 'sub/b.html', 'sub/new.html']);
});

test.runIf(process.platform === 'linux')('a name that is not UTF-8 is reported', () => {
  const root = makeFolder({ 'a.html': '' });
  writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from('.html')]), '');
  const { pages, problems } = discoverPages(root, pageFilter(root, defaultSettings));
  expect([...pages.keys()]).toEqual(['a.html']);
  expect(problems).toEqual([
    { page: 'caf\uFFFD.html', message: 'The name of caf\uFFFD.html is not valid UTF-8; it is skipped.' },
  ]);
});
