/** Thrown for an input that cannot be read; the message is a sentence. */
export class UnreadableInput extends Error {}
