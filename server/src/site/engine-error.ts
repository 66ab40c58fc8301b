import type { EngineErrorCode } from 'templens-shared/stream';

/** The reason why the engine refuses a question, as a code and as a sentence. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, sentence: string) {
    super(sentence);
    this.code = code;
  }
}
