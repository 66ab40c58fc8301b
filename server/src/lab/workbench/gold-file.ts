import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Label } from 'templens-shared/labels';
import schema from '../../../gold.schema.json' with { type: 'json' };

/** A CSS selector and the label of what it selects; with the suffix `::text` it means the texts directly inside the elements. */
export interface GoldRule {
  css: string;
  label: Label;
}

/** A true layout. */
export interface GoldTemplate {
  name: string;
  pages: string[];
  rules: GoldRule[];
  /** Pages whose labels were read node by node. */
  keyPages?: string[];
}

/** A site's `gold.json`; what its fields mean is said in `gold.schema.json`. */
export interface GoldFile {
  site: string;
  category?: string;
  source?: { repo?: string; commit?: string; path?: string; ref?: string; license?: string };
  language?: string;
  generator?: string;
  notes?: string;
  templates: GoldTemplate[];
  /** Pages that are read, but have no gold labels. */
  unlabelled?: string[];
}

/** A gold file, or what is wrong with it: a sentence a problem. */
export type GoldFileOrProblems = { gold: GoldFile; problems?: undefined } | { gold?: undefined; problems: string[] };

let compiled: ValidateFunction<GoldFile> | undefined;

/** Reads the text of a `gold.json`. What the schema cannot say (which pages there are) is not looked at. */
export function parseGoldFile(text: string): GoldFileOrProblems {
  let gold: unknown;
  try {
    gold = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { problems: [`gold.json is not valid JSON: ${(error as Error).message}.`] };
  }
  compiled ??= new Ajv({ allErrors: true }).compile<GoldFile>(schema);
  const validate = compiled;
  if (validate(gold)) return { gold };
  return { problems: [...new Set((validate.errors ?? []).map(error => sentence(error, gold)))] };
}

function sentence({ instancePath, keyword, params, message }: ErrorObject, gold: unknown): string {
  const where = place(instancePath);
  switch (keyword) {
    case 'required':
      return `gold.json: ${where} has no "${params.missingProperty}".`;
    case 'additionalProperties':
      return `gold.json: ${where} has the unknown key "${params.additionalProperty}".`;
    case 'enum':
      return `gold.json: ${where} must be ${params.allowedValues.map((value: string) => `"${value}"`).join(' or ')}.`;
    case 'minLength':
    case 'minItems':
      return `gold.json: ${where} must not be empty.`;
    case 'pattern':
      return `gold.json: ${where} must be a path relative to the folder pages, with /, without . and .. in it.`;
    case 'uniqueItems':
      return `gold.json: ${where} names ${JSON.stringify(valueAt(gold, `${instancePath}/${params.i}`))} twice.`;
    default:
      return `gold.json: ${where} ${message}.`;
  }
}

/** `/templates/0/rules/2` as `templates[0].rules[2]`. */
function place(pointer: string): string {
  const path = pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  return path === '' ? 'the file' : path;
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .slice(1)
    .split('/')
    .reduce((at, key) => (at as Record<string, unknown>)[key], value);
}
