import { expect, onTestFinished, test } from 'vitest';
import { ParseThreads } from '../../server/src/site/parse-threads.ts';
import { workerFile } from '../../server/src/site/worker-file.ts';

function threads(): ParseThreads {
  const threads = new ParseThreads(workerFile('parse-worker'));
  onTestFinished(() => threads.close());
  return threads;
}

test('threads that rest are taken again, and end with their owner', async () => {
  const owner = threads();
  const first = await owner.take(2);
  expect(first.threads).toHaveLength(2);
  owner.rest();
  expect(await owner.take(2)).toBe(first);
  owner.rest();
  await owner.close();
  expect(first.threads).toHaveLength(0);
  expect(await owner.take(2)).not.toBe(first);
});

test('another number of threads takes their place', async () => {
  const owner = threads();
  const one = await owner.take(1);
  owner.rest();
  const three = await owner.take(3);
  expect([one.threads.length, three.threads.length]).toEqual([0, 3]);
});
