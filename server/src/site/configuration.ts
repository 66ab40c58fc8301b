import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { candidatesForms, parseCandidates } from 'templens-shared/candidates';
import { type OptionValue, optionSchemas } from 'templens-shared/extractor-options';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import { settingsSchema, type ValueSchema } from 'templens-shared/settings-schema';
import { optionComplaint } from './extractor-options.ts';
import { nearest } from './nearest.ts';

export const configurationName = 'templens.config.json';

/** A complaint about a configuration file; `line` and `column` are 1-based. */
export interface ConfigurationProblem {
  /** Absolute path. */
  file: string;
  line: number;
  column: number;
  message: string;
}

/**
 * Settings of the site at `root`: the defaults, overridden by its configuration file, overridden by `overrides`. A key or value of the
 * file that makes no sense is reported and left at its default. Never rejects; a site without the file has no problems.
 */
export async function loadConfiguration(
  root: string,
  overrides: Partial<Settings> = {},
): Promise<{ settings: Settings; problems: ConfigurationProblem[] }> {
  const file = join(root, configurationName);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const problems =
      code === 'ENOENT' || code === 'ENOTDIR'
        ? []
        : [{ file, line: 1, column: 1, message: `${configurationName} cannot be read (${code}).` }];
    return { settings: { ...defaultSettings, ...overrides }, problems };
  }
  const { settings, problems } = readConfiguration(text.replace(/^\uFEFF/, ''));
  return {
    settings: {
      ...defaultSettings,
      ...settings,
      ...overrides,
      extractorOptions: { ...settings.extractorOptions, ...overrides.extractorOptions },
    },
    problems: problems.map(({ offset, message }) => ({ file, ...positionOf(text, offset), message })),
  };
}

interface Complaint {
  offset: number;
  message: string;
}

function readConfiguration(text: string): { settings: Partial<Settings>; problems: Complaint[] } {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const error = errors[0];
  if (error || !tree) {
    const what = error ? (syntaxErrors[printParseErrorCode(error.error)] ?? 'this is not JSON') : 'the file is empty';
    return {
      settings: {},
      problems: [{ offset: error?.offset ?? 0, message: `Not valid JSON: ${what}. The defaults are used.` }],
    };
  }
  if (tree.type !== 'object') {
    return {
      settings: {},
      problems: [{ offset: tree.offset, message: `Expected an object with settings, such as {"threads": 2}.` }],
    };
  }
  const settings: Partial<Settings> = {};
  const problems: Complaint[] = [];
  const seen = new Set<string>();
  for (const property of tree.children ?? []) {
    const [keyNode, valueNode] = property.children as [Node, Node];
    const key: string = keyNode.value;
    const complain = (node: Node, message: string) => problems.push({ offset: node.offset, message });
    if (seen.has(key)) complain(keyNode, `"${key}" is set twice; the last one counts.`);
    seen.add(key);
    if (key === '$schema') continue;
    if (!isSetting(key)) {
      complain(keyNode, `Unknown setting "${key}". ${suggestion(key)}`);
      continue;
    }
    const wrong = mismatch(settingsSchema.properties[key], valueNode);
    if (wrong)
      complain(
        wrong.node,
        `"${key}" must be ${wrong.expected}. The default${defaultSettings[key] === null ? '' : `, ${JSON.stringify(defaultSettings[key])},`} is used.`,
      );
    else if (key === 'extractorOptions') settings.extractorOptions = readOptions(valueNode, complain);
    else Object.assign(settings, { [key]: plainValue(valueNode) });
  }
  return { settings, problems };
}

/** Those options that there are and whose values they can have. */
function readOptions(node: Node, complain: (node: Node, message: string) => void): Settings['extractorOptions'] {
  const options: Record<string, OptionValue> = {};
  for (const property of node.children ?? []) {
    const [name, value] = property.children as [Node, Node];
    const complaint = optionComplaint(name.value, value.value);
    if (complaint === undefined) options[name.value] = value.value;
    else complain(optionSchemas.has(name.value) ? value : name, complaint);
  }
  return options;
}

/** Sentences for what people get wrong; by the names of jsonc-parser's codes. */
const syntaxErrors: Record<string, string> = {
  InvalidSymbol: 'this word is unknown here; texts need double quotes',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: "a setting's name in double quotes is expected here (is there a comma too many?)",
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is expected here',
  CommaExpected: 'a comma is expected here',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'nothing may follow the settings',
  InvalidCommentToken: 'comments are not allowed here',
  UnexpectedEndOfComment: 'comments are not allowed here',
  UnexpectedEndOfString: 'a closing double quote is missing',
  InvalidEscapeCharacter: 'a backslash begins an escape that does not exist (write \\\\ for a backslash)',
  InvalidUnicode: 'a \\u escape needs four hexadecimal digits',
  InvalidCharacter: 'this character is not allowed here',
};

function isSetting(key: string): key is keyof Settings {
  return Object.hasOwn(defaultSettings, key);
}

/** The part of the value that is not as the schema has it, and what it must be. */
function mismatch(schema: ValueSchema, node: Node): { node: Node; expected: string } | undefined {
  switch (schema.type) {
    case 'boolean':
      return node.type === 'boolean' ? undefined : { node, expected: 'true or false' };
    case 'string': {
      if (node.type === 'string' && schema.enum.includes(node.value)) return undefined;
      const near = typeof node.value === 'string' ? nearest(node.value, schema.enum) : undefined;
      const names = schema.enum.map(name => `"${name}"`).join(', ');
      return { node, expected: `one of ${names}${near ? ` (did you mean "${near}"?)` : ''}` };
    }
    case 'object':
      return node.type === 'object' ? undefined : { node, expected: 'an object, such as {"iwptd.pages": 4}' };
    case 'array': {
      const entries = node.type === 'array' ? (node.children ?? []) : [node];
      const wrong = entries.find(entry => entry.type !== 'string' || entry.value === '');
      if (node.type === 'array' && !wrong) return undefined;
      return { node: wrong ?? node, expected: 'a list of globs, such as ["**/*.html"]' };
    }
    default: {
      if ('pattern' in schema) {
        const right = node.type === 'null' || (node.type === 'string' && parseCandidates(node.value));
        return right ? undefined : { node, expected: candidatesForms };
      }
      const { value } = node;
      if (node.type === 'null' && schema.type.includes('null')) return undefined;
      const right =
        typeof value === 'number' &&
        value >= schema.minimum &&
        value <= schema.maximum &&
        (schema.type !== 'integer' || Number.isInteger(value));
      const kind = schema.type === 'integer' ? 'a whole number' : 'a number';
      return right ? undefined : { node, expected: `${kind} from ${schema.minimum} to ${schema.maximum}` };
    }
  }
}

function plainValue(node: Node): unknown {
  return node.type === 'array' ? (node.children ?? []).map(plainValue) : node.value;
}

function suggestion(key: string): string {
  const names = Object.keys(defaultSettings);
  const near = nearest(key, names);
  return near ? `Did you mean "${near}"?` : `The settings are ${names.join(', ')}.`;
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}
