import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import { readingReason } from './error-reason.ts';
import { readRegular } from './read-regular.ts';
import { limits } from './thresholds.ts';
import { type SettingsProblem, usableSettings, validateSettings } from './validate-settings.ts';

/** Possible names of a site's configuration file. If both files exist, the first is read. */
export const configurationNames = ['templens.config.json', 'templens.config.jsonc'] as const;
/** One of `configurationNames`. */
export type ConfigurationName = (typeof configurationNames)[number];

/** A mistake in a configuration file. */
interface ConfigurationProblem {
  /** Absolute path. */
  file: string;
  /** 1-based. */
  line: number;
  /** 1-based, in UTF-16 code units. */
  column: number;
  /** Range of the wrong key or value: UTF-16 offsets into the text of the file, without its byte-order mark. */
  start: number;
  end: number;
  message: string;
  /** A sentence for editors, which continue despite the mistake: the value that is used. */
  instead?: string;
}

/** The contents of a site's configuration file. */
export interface Configuration {
  /** Name of the file; the first of `configurationNames` if there is no file. */
  name: ConfigurationName;
  settings: Settings;
  problems: ConfigurationProblem[];
  /** The text of the file, without its byte-order mark; empty if there is no file, or if it cannot be read. */
  text: string;
  /** True if the file exists but cannot be read; `problems` then says why. */
  isUnreadable?: true;
}

/**
 * Loads the settings of the site at `root`: the defaults, overridden by its configuration file, overridden by `overrides`. Invalid keys and
 * values of the file are reported and ignored. Never rejects; a missing file is no problem.
 */
export async function loadConfiguration(root: string, overrides: Partial<Settings> = {}): Promise<Configuration> {
  const [first, second] = configurationNames;
  const name = configurationIn(root) ?? first;
  const file = join(root, name);
  const atStart = (message: string) => ({ file, line: 1, column: 1, start: 0, end: 0, message });
  let text: string;
  try {
    text = readRegular(file, limits.configurationBytes)
      .toString('utf8')
      .replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    const problems = missing ? [] : [atStart(`${name} cannot be read: ${readingReason(error)}.`)];
    return { name, settings: { ...defaultSettings, ...overrides }, problems, text: '', ...(!missing && { isUnreadable: true }) };
  }
  const { settings, problems } = readConfiguration(text);
  const hasBoth = name === first && existsSync(join(root, second));
  return {
    name,
    settings: merged(defaultSettings, settings, overrides),
    problems: [
      ...(hasBoth ? [atStart(`${second} exists, too, and is not read. Move its settings here and delete it.`)] : []),
      ...problems.map(problem => ({ file, ...positionOf(text, problem.start), ...problem })),
    ],
    text,
  };
}

/** Returns the name of the configuration file in a folder; undefined if none exists. */
export function configurationIn(folder: string): ConfigurationName | undefined {
  return configurationNames.find(name => existsSync(join(folder, name)));
}

/** True if the path, from the site's root, is that of a configuration file. */
export function isConfiguration(path: string): path is ConfigurationName {
  return (configurationNames as readonly string[]).includes(path);
}

/** A range in the text of a configuration file, with the line and column of its start. */
export type EntryPlace = Omit<ConfigurationProblem, 'file' | 'message' | 'instead'>;

/** Returns the range of a JSON node and the line and column of its start. */
export function placeOfNode(text: string, node: Node): EntryPlace {
  return { ...positionOf(text, node.offset), start: node.offset, end: node.offset + node.length };
}

/** Later arguments win; settings that are objects are merged entry by entry. */
function merged(defaults: Settings, settings: Partial<Settings>, overrides: Partial<Settings>): Settings {
  return {
    ...defaults,
    ...settings,
    ...overrides,
    extractorOptions: { ...settings.extractorOptions, ...overrides.extractorOptions },
    checks: { ...settings.checks, ...overrides.checks },
    normalisers: { ...settings.normalisers, ...overrides.normalisers },
  };
}

/** A mistake whose file, line and column are not known yet. */
type Complaint = Pick<ConfigurationProblem, 'start' | 'end' | 'message' | 'instead'>;

function readConfiguration(text: string): { settings: Partial<Settings>; problems: Complaint[] } {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const error = errors[0];
  if (error || !tree) {
    const what = error ? (syntaxErrors[printParseErrorCode(error.error)] ?? 'this is not JSON') : 'the file is empty';
    const start = error?.offset ?? 0;
    const message = `Not valid JSON: ${what}.`;
    // The error of an unclosed comment extends past the end of the text.
    const end = Math.min(text.length, start + (error?.length ?? 0));
    return { settings: {}, problems: [{ start, end, message, instead: 'The defaults are used.' }] };
  }
  if (tree.type !== 'object') {
    return { settings: {}, problems: [complaint(tree, 'Expected an object with settings, such as {"threads": 2}.')] };
  }
  const { $schema: _, ...settings } = getNodeValue(tree) as Record<string, unknown>;
  const wrong = validateSettings(settings);
  const problems = [
    ...repeatedKeys(tree),
    ...wrong.map(problem => ({ ...complaint(placeOf(tree, problem), sentence(problem)), ...fallback(problem) })),
  ];
  return { settings: usableSettings(settings, wrong), problems: problems.sort((a, b) => a.start - b.start) };
}

function complaint({ offset, length }: Node, message: string): Complaint {
  return { start: offset, end: offset + length, message };
}

/** Returns the node of the wrong key or value; for a missing key, the object that lacks it. */
function placeOf(tree: Node, { path, what }: SettingsProblem): Node {
  const value = findNodeAtLocation(tree, path) ?? tree;
  return what === 'key' ? (value.parent?.children?.[0] ?? value) : value;
}

function sentence({ path, what, complaint }: SettingsProblem): string {
  const [setting, ...rest] = path as [keyof Settings, ...(string | number)[]];
  const name = rest.findLast(step => typeof step === 'string');
  const subject = name === undefined ? `"${setting}"` : `"${name}" in "${setting}"`;
  if (what === 'key') return `Unknown ${name === undefined ? 'setting' : 'key'} ${subject}. ${complaint}`;
  return `${subject} ${complaint}.`;
}

function fallback({ path, what }: SettingsProblem): Pick<Complaint, 'instead'> {
  const [setting, ...rest] = path as [keyof Settings, ...(string | number)[]];
  if (what === 'key') return {};
  if (rest.length > 0) return { instead: 'It is ignored.' };
  const value = defaultSettings[setting];
  return { instead: `The default${typeof value === 'object' ? '' : `, ${JSON.stringify(value)},`} is used.` };
}

/** Finds keys that occur more than once in an object, in `node` and the objects inside it. */
function repeatedKeys(node: Node): Complaint[] {
  const keys = node.type === 'object' ? (node.children ?? []).map(property => property.children![0]!) : [];
  const repeated = keys.filter((key, index) => keys.findIndex(({ value }) => value === key.value) < index);
  return [
    ...repeated.map(key => complaint(key, `"${key.value}" is set twice; the last one counts.`)),
    ...(node.children ?? []).flatMap(repeatedKeys),
  ];
}

/** Clauses for messages, by the names of jsonc-parser's error codes. */
const syntaxErrors: Record<string, string> = {
  InvalidSymbol: 'this word is unknown here; texts need double quotes',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: "a setting's name in double quotes is expected here",
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is expected here',
  CommaExpected: 'a comma is expected here',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'nothing may follow the settings',
  UnexpectedEndOfComment: 'the end of the comment, */, is missing',
  UnexpectedEndOfString: 'a closing double quote is missing',
  InvalidEscapeCharacter: 'a backslash begins an escape that does not exist (write \\\\ for a backslash)',
  InvalidUnicode: 'a \\u escape needs four hexadecimal digits',
  InvalidCharacter: 'this character is not allowed here',
};

function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}
