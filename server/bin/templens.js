#!/usr/bin/env node
// A static import that fails ends the process with a stack trace and code 1, which means findings.
import('../dist/cli.js').then(
  ({ main }) => main(),
  ({ code, message }) => {
    const isFull = code === 'EMFILE' || code === 'ENFILE';
    const reason = isFull ? 'too many files are open. Raise the limit (ulimit -n)' : `${message}. Install templens again`;
    process.stderr.write(`templens: The program cannot be loaded: ${reason}.\n`);
    process.exitCode = 3;
  },
);
