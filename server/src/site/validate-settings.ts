import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { compile } from 'css-select';
import { shortSeverities } from 'templens-shared/findings';
import { nearest } from 'templens-shared/nearest';
import type { Settings } from 'templens-shared/settings';
import { elementSelector } from '../core/labels/label-rules.ts';
import { compileGlob } from './glob.ts';
import { settingsSchema } from './settings-schema.ts';
import { thresholds } from './thresholds.ts';

/** A mistake in a settings object. */
export interface SettingsProblem {
  /** Keys of objects and indices of lists, from the outside in; the first is the setting. */
  path: (string | number)[];
  /** `key`: the last key of the path is unknown. `value`: its value is invalid. */
  what: 'key' | 'value';
  /** For a value, the end of a sentence about it, such as `must be true or false`; for an unknown key, a sentence with a suggestion. */
  complaint: string;
}

let validate: ValidateFunction | undefined;

/** Compiles the schema; slow, so only done when there is something to validate. */
function compileSchema(): ValidateFunction {
  const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true });
  ajv.addVocabulary(['errorMessage']);
  ajv.addFormat('glob', isGlob);
  ajv.addFormat('css-selector', isSelector);
  ajv.addFormat('label-selector', select => isSelector(elementSelector(select)));
  return ajv.compile(settingsSchema);
}

/** Validates a settings object against the schema. Returns at most one problem for each path. */
export function validateSettings(settings: object): SettingsProblem[] {
  if (Object.keys(settings).length === 0) return [];
  validate ??= compileSchema();
  if (validate(settings)) return [];
  const problems = new Map<string, SettingsProblem>();
  for (const error of validate.errors ?? []) {
    const problem = problemOf(error);
    const place = JSON.stringify(problem.path);
    if (!problems.has(place)) problems.set(place, problem);
  }
  return [...problems.values()];
}

/** Returns the settings without invalid entries of objects and lists and without other invalid settings, and with long names of severities. */
export function usableSettings(settings: object, problems: readonly SettingsProblem[]): Partial<Settings> {
  const usable = withoutProblems(settings, problems);
  if (!usable.checks) return usable;
  const checks = Object.entries(usable.checks).map(([code, severity]) => [code, shortSeverities[severity] ?? severity]);
  return { ...usable, checks: Object.fromEntries(checks) };
}

function withoutProblems(settings: object, problems: readonly SettingsProblem[]): Partial<Settings> {
  const wrong = new Set(problems.map(({ path }) => JSON.stringify(path.slice(0, 2))));
  const isRight = (...path: (string | number)[]): boolean => !wrong.has(JSON.stringify(path));
  const kept = Object.entries(settings).filter(([key]) => isRight(key));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (Array.isArray(value)) return [key, value.filter((_, index) => isRight(key, index))];
      if (typeof value !== 'object' || value === null) return [key, value];
      return [key, Object.fromEntries(Object.entries(value).filter(([name]) => isRight(key, name)))];
    }),
  );
}

function problemOf({ instancePath, keyword, params, parentSchema, data }: ErrorObject): SettingsProblem {
  const path = instancePath.split('/').slice(1).map(pathStep);
  if (keyword !== 'additionalProperties')
    return { path, what: 'value', complaint: expectation(parentSchema as ValueSchema, data) };
  const unknown = String(params.additionalProperty);
  const names = Object.keys((parentSchema as { properties: object }).properties).filter(name => name !== '$schema');
  return {
    path: [...path, unknown],
    what: 'key',
    complaint: suggestion(unknown, names, path.length === 0 ? 'settings' : 'keys'),
  };
}

/** Returns a sentence that says what to write instead of an unknown key. */
function suggestion(unknown: string, names: readonly string[], kind: 'settings' | 'keys'): string {
  const near = nearest(unknown, names);
  if (near) return `Did you mean "${near}"?`;
  if (names.length <= thresholds.listedNames) return `The ${kind} are ${names.join(', ')}.`;
  return `Remove it; templens explain templens/config lists all ${kind}.`;
}

/** Decodes a step of a JSON pointer (RFC 6901). Digits are an index, since no setting has a key of digits. */
function pathStep(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The keywords of a value's schema that messages use. */
interface ValueSchema {
  type?: string | string[];
  enum?: (string | null)[];
  minimum?: number;
  maximum?: number;
  errorMessage?: string;
}

/** Returns the end of a sentence about a wrong value. */
function expectation(schema: ValueSchema, value: unknown): string {
  if (schema.errorMessage !== undefined) return schema.errorMessage;
  if (schema.enum) {
    const words = schema.enum.filter(name => name !== null);
    const near = typeof value === 'string' ? nearest(value, words) : undefined;
    const names = schema.enum.map(name => JSON.stringify(name)).join(', ');
    return `must be one of ${names}${near ? ` (did you mean "${near}"?)` : ''}`;
  }
  if (schema.type === 'boolean') return 'must be true or false';
  const kind = schema.type === 'integer' ? 'a whole number' : 'a number';
  return `must be ${kind} from ${schema.minimum} to ${schema.maximum}`;
}

function isGlob(glob: string): boolean {
  try {
    compileGlob(glob);
    return true;
  } catch {
    return false;
  }
}

function isSelector(selector: string): boolean {
  try {
    compile(selector);
    return true;
  } catch {
    return false;
  }
}
