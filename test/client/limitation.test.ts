import { expect, test } from 'vitest';
import { limitation } from '../../client/src/limitation.ts';

test('a trusted folder on disk is not limited, alone or beside a virtual one', () => {
  expect(limitation({ isTrusted: true, folderSchemes: ['file'] })).toBeUndefined();
  expect(limitation({ isTrusted: true, folderSchemes: ['vscode-vfs', 'file'] })).toBeUndefined();
});

test('a folder that is not trusted, no folder and a virtual one each have their reason, and what helps', () => {
  expect(limitation({ isTrusted: false, folderSchemes: ['file'] })).toMatchObject({
    reason: expect.stringContaining('not trusted'),
    command: 'workbench.trust.manage',
  });
  expect(limitation({ isTrusted: true, folderSchemes: [] })).toMatchObject({
    reason: expect.stringContaining('No folder is open'),
    command: 'vscode.openFolder',
  });
  expect(limitation({ isTrusted: true, folderSchemes: ['vscode-vfs'] })).toEqual({
    reason: expect.stringContaining('not on a disk'),
  });
});
