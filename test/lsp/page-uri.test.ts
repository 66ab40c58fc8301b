import { describe, expect, test } from 'vitest';
import { fileSystemPath, pageOf, uriOf } from '../../server/src/lsp/page-uri.ts';

describe('the page that a URI names', () => {
  test('is a path relative to the folder', () => {
    expect(pageOf('file:///srv/site', 'file:///srv/site/a/b.html')).toBe('a/b.html');
    expect(pageOf('file:///srv/site/', 'file:///srv/site/a/b.html')).toBe('a/b.html');
    expect(pageOf('file:///', 'file:///a.html')).toBe('a.html');
  });

  test('has its percent-encoding undone', () => {
    expect(pageOf('file:///srv/my%20site', 'file:///srv/my%20site/caf%C3%A9%20%231%25.html')).toBe('café #1%.html');
    expect(pageOf('file:///srv/caf%C3%A9', 'file:///srv/caf%c3%a9/a.html')).toBe('a.html');
  });

  test('is the same for both ways to write a Windows drive', () => {
    expect(pageOf('file:///c%3A/Site', 'file:///C:/Site/Index.html')).toBe('Index.html');
    expect(pageOf('file:///C:/Site', 'file:///c%3A/Site/Index.html')).toBe('Index.html');
  });

  test('is none outside of the folder', () => {
    expect(pageOf('file:///srv/site', 'file:///srv/site-two/a.html')).toBeUndefined();
    expect(pageOf('file:///srv/site', 'file:///srv/site')).toBeUndefined();
    expect(pageOf('file:///srv/site', 'file://host/srv/site/a.html')).toBeUndefined();
    expect(pageOf('file:///srv/site', 'untitled:/srv/site/a.html')).toBeUndefined();
    expect(pageOf('vscode-vfs:///srv/site', 'vscode-vfs:///srv/site/a.html')).toBeUndefined();
  });

  test('has no . and .. in its path, however they are written', () => {
    for (const path of ['sub/../a.html', './a.html', 'x/y/../../a.html', 'sub/%2e%2E/a.html', '../site/a.html', '/a.html']) {
      expect(pageOf('file:///srv/site', `file:///srv/site/${path}`)).toBe('a.html');
    }
    expect(pageOf('file:///srv/sub/../site', 'file:///srv/site/a.html')).toBe('a.html');
    for (const path of ['../a.html', 'sub/../../a.html', '%2e%2e/a.html', 'sub/..']) {
      expect(pageOf('file:///srv/site', `file:///srv/site/${path}`)).toBeUndefined();
    }
  });

  test('leads back to the URI', () => {
    for (const page of ['a.html', 'a/b c.html', 'ü/#1?.html', '100%.html']) {
      expect(pageOf('file:///srv/site', uriOf('file:///srv/site', page))).toBe(page);
    }
  });
});

test('only a folder on disk has a path', () => {
  expect(fileSystemPath('file:///srv/my%20site')).toBe('/srv/my site');
  expect(fileSystemPath('vscode-vfs://github/a/b')).toBeUndefined();
});
