/** The part of chokidar's watcher that is used here. */
interface Beginning {
  getWatched(): Record<string, readonly string[]>;
  once(event: 'ready', listener: () => void): unknown;
}

/**
 * Calls `begin` when a watcher of chokidar has found all that is there: when it is ready, or when it got stuck, since it is never ready
 * after an error in a folder (such as a path that is too long). It is stuck when it found nothing more for `patience` milliseconds; a
 * slow one that seemed stuck may begin twice. Returns what ends the wait.
 */
export function whenBegun(watcher: Beginning, patience: number, begin: () => void): () => void {
  let before = -1;
  const timer = setInterval(() => {
    const found = Object.values(watcher.getWatched()).reduce((sum, names) => sum + names.length, 0);
    if (found === before) {
      clearInterval(timer);
      begin();
    }
    before = found;
  }, patience);
  watcher.once('ready', () => {
    clearInterval(timer);
    begin();
  });
  return () => clearInterval(timer);
}
