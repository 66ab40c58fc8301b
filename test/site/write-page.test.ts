import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writePage } from '../../server/src/cli/write-pages.ts';
import { decodePage } from '../../server/src/site/decode.ts';
import { encodeLike } from '../../server/src/site/encode.ts';
import { isUnix } from '../support/platform.ts';

describe('the encoding of a page', () => {
  const page = (charset: string, text: string) => `<!doctype html><meta charset="${charset}"><p>${text}</p>`;

  test.each([
    ['utf-8', 'Grüße, 日本'],
    ['windows-1252', 'Grüße – “€”'],
    ['iso-8859-2', 'Příliš žluťoučký'],
    ['koi8-r', 'Привет'],
    ['shift_jis', '日本語'],
    ['gbk', '中文'],
    ['euc-kr', '한국어'],
  ])('%s is kept', (charset, text) => {
    const old = iconv.encode(page(charset, text), charset);
    const changed = page(charset, `${text} ${text}`);
    const bytes = encodeLike(old, changed);
    expect(decodePage(bytes)).toBe(changed);
    expect(bytes).toEqual(iconv.encode(changed, charset));
  });

  test.each([
    ['UTF-8', Buffer.from('\ufeff<p>a</p>')],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<p>a</p>', 'utf16le')])],
  ])('a byte-order mark of %s is kept', (_, old) => {
    expect(encodeLike(old, '<p>a</p>')).toEqual(old);
    expect(decodePage(encodeLike(old, '<p>b</p>'))).toBe('<p>b</p>');
  });

  test('a character that the encoding does not have is refused', () => {
    expect(() => encodeLike(Buffer.from(page('windows-1252', 'a')), page('windows-1252', '日'))).toThrow(
      'the new text has characters that windows-1252 does not have',
    );
  });

  test('bytes that the encoding does not have are refused', () => {
    expect(() => encodeLike(Buffer.concat([Buffer.from(page('utf-8', '')), Buffer.from([0xff])]), 'x')).toThrow(
      'it has bytes that are not valid utf-8',
    );
  });
});

describe('writing', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'templens-write-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test.runIf(isUnix)('replaces the page and leaves nothing else; its mode stays', async () => {
    const file = join(folder, 'a.html');
    await writeFile(file, 'old');
    await chmod(file, 0o640);
    await writePage(file, Buffer.from('old'), 'new');
    expect(await readFile(file, 'utf8')).toBe('new');
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect(await readdir(folder)).toEqual(['a.html']);
  });

  test('refuses a page that changed since it was read', async () => {
    const file = join(folder, 'a.html');
    await writeFile(file, 'newer');
    await expect(writePage(file, Buffer.from('old'), 'new')).rejects.toThrow('it changed since it was read');
    expect(await readFile(file, 'utf8')).toBe('newer');
    expect(await readdir(folder)).toEqual(['a.html']);
  });

  test('a link stays a link', async () => {
    await writeFile(join(folder, 'a.html'), 'old');
    await symlink('a.html', join(folder, 'b.html'));
    await writePage(join(folder, 'b.html'), Buffer.from('old'), 'new');
    expect((await lstat(join(folder, 'b.html'))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, 'a.html'), 'utf8')).toBe('new');
  });
});
