import { type OptionValue, optionMismatch, optionSchemas } from 'templens-shared/extractor-options';
import { nearest } from 'templens-shared/nearest';

/** What is wrong with an option of an extractor, as a sentence; undefined where nothing is. `name` is the full one. */
export function optionComplaint(name: string, value: unknown): string | undefined {
  const schema = optionSchemas.get(name);
  if (!schema) return `There is no option "${name}" (${suggestion(name)}).`;
  const expected = optionMismatch(schema, value);
  return expected && `The option "${name}" must be ${expected}.`;
}

/** The value that a text stands for, by the type of the option; the text itself where it stands for none. */
export function optionValue(name: string, text: string): OptionValue {
  const type = optionSchemas.get(name)?.type;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === 'integer' || type === 'number') return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  return text;
}

function suggestion(name: string): string {
  const names = [...optionSchemas.keys()];
  const near = nearest(name, names);
  if (near) return `did you mean "${near}"?`;
  const own = names.filter(candidate => candidate.split('.')[0] === name.split('.')[0]);
  return own.length > 0 ? `there are ${own.join(', ')}` : 'templens explain templens/config lists all';
}
