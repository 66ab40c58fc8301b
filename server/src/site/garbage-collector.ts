import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8's own: collects what this thread no longer needs. It can be called although Node was not started with `--expose-gc`. */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** Bytes of live objects and buffers of this thread, of which `collect` collects the others. */
export function liveBytes(collect: () => void): number {
  collect();
  // Buffers are freed a little later than what held them; the second time waits for that.
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
