import type { EngineErrorCode } from 'templens-shared/stream';

/** A question that the engine does not answer: why, as a code and as a sentence. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, sentence: string) {
    super(sentence);
    this.code = code;
  }
}
