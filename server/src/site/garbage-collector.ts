import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns V8's `gc`, which collects the garbage of this thread. Works without the option `--expose-gc` of Node. */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** Returns the bytes of live objects and buffers of this thread. @param collect from `garbageCollector` */
export function liveBytes(collect: () => void): number {
  collect();
  // Buffers are freed a little later than the objects that held them; the second run waits for that.
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
