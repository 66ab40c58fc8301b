import { exitCode, Failure } from './failure.ts';

/** The value of a JSON file; a `Failure` for wrong usage says where the text is not JSON. */
export function parseJsonFile(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const where = (error as Error).message.replace(/\s+/g, ' ');
    throw new Failure(exitCode.usage, `${file} is not valid JSON: ${where}.`);
  }
}
