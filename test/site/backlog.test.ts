import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Backlog } from '../../server/src/site/backlog.ts';

test('one thread waits until the other has heard most of its events', async () => {
  const backlog = new Backlog();
  const ofOther = new Backlog(backlog.memory);
  for (let event = 0; event < 60; event++) backlog.sent();
  let hasRoom = false;
  const waiting = backlog
    .waitForRoom(() => false)
    .then(() => {
      hasRoom = true;
    });
  await sleep(20);
  expect(hasRoom).toBe(false);
  for (let event = 0; event < 10; event++) ofOther.received();
  await waiting;
  expect(hasRoom).toBe(true);
});

test('one that is stopped does not wait', async () => {
  const backlog = new Backlog();
  for (let event = 0; event < 60; event++) backlog.sent();
  let isStopped = false;
  const waiting = backlog.waitForRoom(() => isStopped);
  isStopped = true;
  await waiting;
});
