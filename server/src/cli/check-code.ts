import { type CheckCode, checkCodes } from 'templens-shared/findings';
import { nearest } from 'templens-shared/nearest';
import { exitCode, Failure } from './failure.ts';

const namesOfChecks = checkCodes.map(code => code.split('/')[1]!);

/** The code of a check by its name, with or without the prefix up to the slash, in any letter case. Throws a `Failure` with a suggestion. */
export function codeNamed(given: string): CheckCode {
  const name = given.toLowerCase();
  const code = checkCodes.find(code => code === name || code.split('/')[1] === name);
  if (code) return code;
  const near = nearest(name, checkCodes) ?? checkCodes.find(code => code.split('/')[1] === nearest(name, namesOfChecks));
  const suggestion = near ? `Did you mean ${near}?` : 'templens explain lists all codes.';
  throw new Failure(exitCode.usage, `There is no finding with the code "${given}". ${suggestion}`);
}
