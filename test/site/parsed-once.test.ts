import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { agreeingFiles, openChecked, toldFindings, withoutSecond } from './checked-folder.ts';
import { makeFolder } from './folder.ts';

vi.mock('../../server/src/core/directives/parse-page.ts', { spy: true });

test('pages of a small site are parsed once, also those that are compared with one another', async () => {
  const files = agreeingFiles(12);
  const root = makeFolder({ ...files, 'p7.html': withoutSecond(files['p7.html']!) });
  // The times of files are not trusted right after they were written.
  await sleep(100);
  const { events } = await openChecked(root);
  expect([...toldFindings(events).keys()]).toEqual(['p7.html']);
  const texts = vi.mocked(parsePage).mock.calls.map(([text]) => text);
  expect(new Set(texts).size).toBe(texts.length);
  // The pages, and what a fix makes of one of them.
  expect(texts.length).toBe(Object.keys(files).length + 1);
});
