/** Thrown if a folder of rows cannot be used; the message is a sentence. */
export class WrongFolder extends Error {}
