import { exitCode, Failure } from './failure.ts';

/** Parses the text of a JSON file; throws a `Failure` with the position if it is not JSON. */
export function parseJsonFile(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const where = (error as Error).message.replace(/\s+/g, ' ');
    throw new Failure(exitCode.usage, `${file} is not valid JSON: ${where}.`);
  }
}
