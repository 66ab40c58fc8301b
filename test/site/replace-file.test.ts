import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeFolder } from './folder.ts';

/** What happens right before a file is renamed. */
let beforeRename: ((from: string, to: string) => void) | undefined;
vi.mock('node:fs', async original => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    renameSync: (from: string, to: string) => {
      beforeRename?.(from, to);
      fs.renameSync(from, to);
    },
  };
});
const { removeStaleDrafts, replaceFile } = await import('../../server/src/api/replace-file.ts');
afterEach(() => {
  beforeRename = undefined;
});

const isRoot = process.getuid?.() === 0;

describe('replacing a file', () => {
  test('whoever looks finds the old content or the new one, and nothing else is left', async () => {
    const folder = makeFolder({ 'a.html': 'old' });
    const file = join(folder, 'a.html');
    let seen: string | undefined;
    beforeRename = () => {
      seen = readFileSync(file, 'utf8');
    };
    await replaceFile(file, 'new');
    expect([seen, readFileSync(file, 'utf8')]).toEqual(['old', 'new']);
    expect(readdirSync(folder)).toEqual(['a.html']);
  });

  test('a draft stands in a folder of its own, which nobody else can enter and whose name differs every time', async () => {
    const folder = makeFolder({ 'a.html': 'old' });
    const drafts = new Set<string>();
    beforeRename = from => {
      const draft = join(from, '..');
      expect(statSync(draft).mode & 0o777).toBe(0o700);
      drafts.add(draft);
    };
    for (const text of ['1', '2', '3']) await replaceFile(join(folder, 'a.html'), text);
    expect(drafts.size).toBe(3);
  });

  test('links laid at names of drafts lead nothing astray', async () => {
    const folder = makeFolder({ 'a.html': 'old', victim: 'precious' });
    for (const name of [
      `.a.html.${process.pid}.templens-draft`,
      `.templens-draft-${process.pid}`,
      `.templens-draft-${process.pid}-`,
    ]) {
      symlinkSync('victim', join(folder, name));
    }
    await replaceFile(join(folder, 'a.html'), 'new');
    expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('precious');
    expect(lstatSync(join(folder, 'a.html')).isFile()).toBe(true);
    expect(readFileSync(join(folder, 'a.html'), 'utf8')).toBe('new');
  });

  test.runIf(isRoot)('owner and mode stay', async () => {
    const file = join(makeFolder({ 'a.html': 'old' }), 'a.html');
    chownSync(file, 1234, 2345);
    chmodSync(file, 0o2640);
    await replaceFile(file, 'new');
    const { uid, gid, mode } = statSync(file);
    expect({ uid, gid, mode: mode & 0o7777 }).toEqual({ uid: 1234, gid: 2345, mode: 0o2640 });
  });

  test('extended attributes stay', async context => {
    const file = join(makeFolder({ 'a.html': 'old' }), 'a.html');
    const python = (code: string) => spawnSync('python3', ['-c', `import os,sys;${code}`, file], { encoding: 'utf8' });
    const set = python('os.setxattr(sys.argv[1],"user.colour",b"green")');
    if (set.status !== 0) return context.skip('needs python3 and a file system with extended attributes');
    await replaceFile(file, 'new');
    expect(python('print(os.getxattr(sys.argv[1],"user.colour"))').stdout).toBe("b'green'\n");
    expect(readFileSync(file, 'utf8')).toBe('new');
  });

  test('a file that does not exist is created as any new file is', async () => {
    const folder = makeFolder();
    await replaceFile(join(folder, 'a.html'), 'new');
    expect(readFileSync(join(folder, 'a.html'), 'utf8')).toBe('new');
    expect(statSync(join(folder, 'a.html')).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(readdirSync(folder)).toEqual(['a.html']);
  });

  test.each<[string, (file: string, folder: string) => void]>([
    ['it has other names (hard links), which would keep the old text', (file, folder) => linkSync(file, join(folder, 'b.html'))],
    ['it is read-only', file => chmodSync(file, 0o444)],
    [
      'it is a folder',
      file => {
        execFileSync('rm', [file]);
        mkdirSync(file);
      },
    ],
    [
      'it is not a regular file',
      file => {
        execFileSync('rm', [file]);
        execFileSync('mkfifo', [file]);
      },
    ],
    [
      'it is a link that leads nowhere',
      file => {
        execFileSync('rm', [file]);
        symlinkSync('/nowhere/at/all', file);
      },
    ],
  ])('is refused where %s', async (reason, change) => {
    const folder = makeFolder({ 'a.html': 'old' });
    const file = join(folder, 'a.html');
    change(file, folder);
    const names = readdirSync(folder);
    const before = lstatSync(file);
    await expect(replaceFile(file, 'new')).rejects.toThrow(reason);
    expect(lstatSync(file)).toMatchObject({ ino: before.ino, mode: before.mode, size: before.size });
    expect(readdirSync(folder)).toEqual(names);
  });
});

describe('a file that must hold what is expected', () => {
  test('is left alone where another program appended to it before', async () => {
    const file = join(makeFolder({ 'a.html': 'old and more' }), 'a.html');
    await expect(replaceFile(file, 'new', Buffer.from('old'))).rejects.toThrow('it changed since it was read');
    expect(readFileSync(file, 'utf8')).toBe('old and more');
  });

  test('comes back where another program appends to it between the last look and the rename', async () => {
    const folder = makeFolder({ 'a.html': 'old' });
    const file = join(folder, 'a.html');
    beforeRename = (_, to) => {
      beforeRename = undefined;
      appendFileSync(to, ' and more');
    };
    await expect(replaceFile(file, 'new', Buffer.from('old'))).rejects.toThrow('it changed since it was read');
    expect(readFileSync(file, 'utf8')).toBe('old and more');
    expect(readdirSync(folder)).toEqual(['a.html']);
  });
});

describe('drafts of killed runs', () => {
  /** The id of a process that has ended. */
  const ended = spawnSync('true').pid;

  test('go; those of running processes, and what only looks like a draft, stay', async () => {
    const elsewhere = makeFolder({ precious: 'text' });
    const folder = makeFolder({
      [`.templens-draft-${ended}-aB3dE6/new`]: 'half',
      [`.templens-draft-${process.pid}-aB3dE6/new`]: 'half',
      [`.templens-draft-${ended}/new`]: 'text',
      '.templens-drafts/new': 'text',
    });
    symlinkSync(elsewhere, join(folder, `.templens-draft-${ended}-zzzzzz`));
    await removeStaleDrafts(folder);
    expect(readdirSync(folder).sort()).toEqual(
      [
        `.templens-draft-${ended}`,
        `.templens-draft-${ended}-zzzzzz`,
        `.templens-draft-${process.pid}-aB3dE6`,
        '.templens-drafts',
      ].sort(),
    );
    expect(existsSync(join(elsewhere, 'precious'))).toBe(true);
  });

  test('in a folder that is gone are no trouble', async () => {
    await removeStaleDrafts(join(makeFolder(), 'gone'));
  });

  test('a link in a draft leads nothing away', async () => {
    const elsewhere = makeFolder({ precious: 'text' });
    const folder = makeFolder({ [`.templens-draft-${ended}-aB3dE6/new`]: 'half' });
    symlinkSync(elsewhere, join(folder, `.templens-draft-${ended}-aB3dE6`, 'old'));
    await removeStaleDrafts(folder);
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(join(elsewhere, 'precious'))).toBe(true);
  });
});
