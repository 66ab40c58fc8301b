import type fc from 'fast-check';

/** Something that is fed with random input, and what must hold then. */
export interface Target<Input = unknown> {
  readonly name: string;
  readonly inputs: fc.Arbitrary<Input>;
  /** Throws an error with a sentence where a promise does not hold. */
  check(input: Input): Promise<void> | void;
  /** The input for people to read. */
  show(input: Input): string;
  /** Ends what the runs share. */
  close?(): Promise<void> | void;
}

/** A target of any input. */
export function target<Input>(made: Target<Input>): Target {
  return made as Target<never> as Target;
}
