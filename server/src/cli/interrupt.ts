const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `handle` on the first signal of each kind that asks the process to end; a second one ends the process immediately.
 * @returns a function that stops listening.
 */
export function onInterrupt(handle: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of signals) process.once(signal, handle);
  return () => {
    for (const signal of signals) process.off(signal, handle);
  };
}
