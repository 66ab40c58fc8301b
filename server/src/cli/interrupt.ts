const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `handle` at the first signal of each kind that asks the process to end; the second one ends it at once.
 * Returns a function that stops listening.
 */
export function onInterrupt(handle: () => void): () => void {
  for (const signal of signals) process.once(signal, handle);
  return () => {
    for (const signal of signals) process.off(signal, handle);
  };
}
