import type { RegionsParams } from 'templens-shared/protocol';
import { expect, test } from 'vitest';
import { RegionsStore } from '../../client/src/regions-store.ts';

const message = (version: number, template = 'g1'): RegionsParams => ({
  uri: 'file:///site/index.html',
  version,
  regions: [],
  absences: [],
  template,
  layout: 'posts/*',
  pages: 2,
  templateShare: 0.5,
  parts: [],
});

test('a message for the text in the buffer is kept', () => {
  const store = new RegionsStore();
  expect(store.receive(message(3), 3)).toBe(true);
  expect(store.get('file:///site/index.html')?.version).toBe(3);
});

test('a message older than the buffer is dropped, and the last good one stays', () => {
  const store = new RegionsStore();
  store.receive(message(3, 'old'), 3);
  expect(store.receive(message(4, 'late'), 5)).toBe(false);
  expect(store.get('file:///site/index.html')?.template).toBe('old');
});

test('a second message for the same version replaces the first: another page of the site has changed', () => {
  const store = new RegionsStore();
  store.receive(message(3, 'g1'), 3);
  expect(store.receive(message(3, 'g2'), 3)).toBe(true);
  expect(store.get('file:///site/index.html')?.template).toBe('g2');
});

test('a document that is not open takes no message, and one that was opened anew begins at version 1 again', () => {
  const store = new RegionsStore();
  store.receive(message(7), 7);
  store.forget('file:///site/index.html');
  expect(store.receive(message(7), undefined)).toBe(false);
  expect(store.get('file:///site/index.html')).toBeUndefined();
  expect(store.receive(message(1), 1)).toBe(true);
});
