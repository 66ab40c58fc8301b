import { expect, test } from 'vitest';
import { limitation } from '../../client/src/limitation.ts';

test('a trusted folder on disk is not limited, alone or beside a virtual one', () => {
  expect(limitation({ isTrusted: true, folders: ['file'] })).toBeUndefined();
  expect(limitation({ isTrusted: true, folders: ['vscode-vfs', 'file'] })).toBeUndefined();
});

test('a folder that is not trusted, no folder and a virtual one each have their reason', () => {
  expect(limitation({ isTrusted: false, folders: ['file'] })).toContain('not trusted');
  expect(limitation({ isTrusted: true, folders: [] })).toContain('No folder is open');
  expect(limitation({ isTrusted: true, folders: ['vscode-vfs'] })).toContain('not on a disk');
});
