import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { LabellerHandle } from '../../server/src/crawl/labeller-handle.ts';

let labeller: LabellerHandle;
afterEach(() => labeller.close());

const key = { url: 'https://example.org/', site: 'example.org', hash: '0' };
const apply = (text: string) => labeller.run({ kind: 'apply', key, text });

test('a thread that has nothing to do waits for the next task', async () => {
  labeller = new LabellerHandle({ emit: ['content'], pageSeconds: 0.02 });
  expect(await labeller.run({ kind: 'begin' })).toEqual({ kind: 'done' });
  // Several times the interval in which the thread is looked at.
  await sleep(100);
  expect(await labeller.run({ kind: 'begin' })).toEqual({ kind: 'done' });
});

test('a task that takes too long is ended, and the next one is done', async () => {
  labeller = new LabellerHandle({ emit: ['content'], pageSeconds: 0.02 });
  expect(await labeller.run({ kind: 'begin' })).toEqual({ kind: 'done' });
  const slow = apply('<p>A text of some words. '.repeat(100_000));
  const next = labeller.run({ kind: 'begin' });
  expect(await slow).toEqual({ kind: 'ended', reason: 'stalled' });
  expect(await next).toEqual({ kind: 'done' });
});

test('what ended a thread is not tried again, not even by another thread that knows of it', async () => {
  const ended = new Map();
  labeller = new LabellerHandle({ emit: ['content'], pageSeconds: 0.02, ended });
  expect(await apply('<p>A text of some words. '.repeat(100_000))).toEqual({ kind: 'ended', reason: 'stalled' });
  expect(await apply('<p>short')).toEqual({ kind: 'ended', reason: 'stalled' });
  await labeller.close();
  labeller = new LabellerHandle({ emit: ['content'], ended });
  expect(await apply('<p>short')).toEqual({ kind: 'ended', reason: 'stalled' });
  expect(await labeller.run({ kind: 'learn', url: key.url, text: '<p>short' })).toEqual({ kind: 'ended', reason: 'stalled' });
});
