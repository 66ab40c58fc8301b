import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Label } from 'templens-shared/labels';
import schema from '../../../gold.schema.json' with { type: 'json' };

/** A CSS selector and the label of the elements that it selects; with the suffix `::text`, the label of the texts that are their children. */
export interface GoldRule {
  css: string;
  label: Label;
}

/** A layout of the gold labels. */
export interface GoldTemplate {
  name: string;
  pages: string[];
  rules: GoldRule[];
  /** Key pages: a person read their labels node by node. */
  keyPages?: string[];
}

/** The content of a `gold.json`; `gold.schema.json` describes the fields. */
export interface GoldFile {
  site: string;
  category?: string;
  source?: { repo?: string; commit?: string; path?: string; ref?: string; license?: string };
  language?: string;
  generator?: string;
  notes?: string;
  templates: GoldTemplate[];
  /** Pages of the site without gold labels. */
  unlabelled?: string[];
}

/** A gold file, or a sentence for each of its problems. */
export type GoldFileOrProblems = { gold: GoldFile; problems?: undefined } | { gold?: undefined; problems: string[] };

let compiled: ValidateFunction<GoldFile> | undefined;

/** Parses the text of a `gold.json` and checks it against the schema; `checkGoldSite` checks the rest. */
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

/** Describes an error of the schema. */
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

/** Writes the JSON pointer `/templates/0/rules/2` as `templates[0].rules[2]`. */
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
