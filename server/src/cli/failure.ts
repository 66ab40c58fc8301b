export { reasonOf } from '../api/error-reason.ts';

/** Exit codes of the command line. */
export const exitCode = { done: 0, findings: 1, usage: 2, failed: 3 } as const;

/** An error that the user of the command can fix: the message is one sentence, `code` the exit code. */
export class Failure extends Error {
  readonly code: number;

  constructor(code: number, sentence: string) {
    super(sentence);
    this.code = code;
  }
}
