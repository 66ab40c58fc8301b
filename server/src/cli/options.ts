import { type Command, InvalidArgumentError, Option } from 'commander';
import { candidatesForms, parseCandidates } from 'templens-shared/candidates';
import { optionMismatch, optionSchemas } from 'templens-shared/extractor-options';
import { nearest } from 'templens-shared/nearest';
import type { OptionValue } from 'templens-shared/settings';
import { type ExtractorName, extractorNames, type GroupingName, groupingNames, type Settings } from 'templens-shared/settings';
import { userCacheFolder } from '../api/command-line.ts';
import { globOption } from './glob-option.ts';

/** A sentence about an invalid option of an extractor; undefined if it is valid. `name` has the form `EXTRACTOR.OPTION`. */
function optionComplaint(name: string, value: unknown): string | undefined {
  const schema = optionSchemas.get(name);
  if (!schema) return `There is no option "${name}" (${suggestion(name)}).`;
  const expected = optionMismatch(schema, value);
  return expected && `The option "${name}" must be ${expected}.`;
}

/** Converts a text to the type of the option; returns the text itself if it cannot be converted. */
function optionValue(name: string, text: string): OptionValue {
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

/** Options of every command that labels pages. */
export interface LabelOptions {
  set?: Record<string, OptionValue>;
  candidates?: string;
  grouping?: GroupingName;
  threshold?: number;
  threads?: number;
}

/** Options that decide which files are pages. */
export interface FileOptions {
  include?: string[];
  exclude?: string[];
  gitignore: boolean;
}

/** Options of every command about a site. */
export interface SiteOptions extends LabelOptions, FileOptions {
  extractor?: ExtractorName;
  cache: boolean;
  color?: boolean;
  minConfidence?: number;
}

/** Adds the options of `LabelOptions` to a command. */
export function addLabelOptions(command: Command): Command {
  command.optionsGroup('Advanced options:');
  return command
    .option('--threads <number>', 'threads that work on pages; the results are the same for any number', threads)
    .option('--candidates <which>', `the pages that a page is compared with: ${candidatesForms}`, candidates)
    .addOption(new Option('--grouping <name>', 'how pages are arranged in layouts').choices([...groupingNames]))
    .option('--threshold <distance>', 'largest distance (0 to 1) between neighbours in one layout', share)
    .option('--set <option=value>', 'an option of an extractor, such as temex.candidates=4; may be given again', assignment);
}

/** Adds the options of `FileOptions` to a command. */
export function addFileOptions(command: Command): Command {
  return command
    .option('--include <glob>', 'files that are pages, instead of the default; may be given again', collectGlobs)
    .option('--exclude <glob>', 'files and folders to skip, beside the default; may be given again', collectGlobs)
    .option('--no-gitignore', 'read pages that .gitignore names, too');
}

/** Adds the options of `SiteOptions` to a command. */
export function addSiteOptions(command: Command): Command {
  addFileOptions(command)
    .option('--no-cache', 'neither use nor write what is kept of the site between runs')
    .option('--color', 'colours even where stdout is not a terminal')
    .option('--no-color', 'no colours')
    .option('--min-confidence <number>', 'least confidence (0 to 1) of the findings; 0 reports all', share);
  return addLabelOptions(command).addOption(
    new Option('--extractor <name>', 'how nodes are labelled').choices([...extractorNames]),
  );
}

/** The settings that the options for labels set. */
export function labelSettingsFrom(options: LabelOptions): Partial<Settings> {
  return {
    ...(options.set !== undefined && { extractorOptions: options.set }),
    ...(options.candidates !== undefined && { candidates: options.candidates }),
    ...(options.grouping !== undefined && { grouping: options.grouping }),
    ...(options.threshold !== undefined && { groupThreshold: options.threshold }),
    ...(options.threads !== undefined && { threads: options.threads }),
  };
}

/** The settings that the options set; they override the configuration file. */
export function settingsFrom(options: SiteOptions, defaults: Settings): Partial<Settings> {
  return {
    ...labelSettingsFrom(options),
    ...(options.extractor !== undefined && { extractor: options.extractor }),
    ...(options.include !== undefined && { include: options.include }),
    ...(options.exclude !== undefined && { exclude: [...defaults.exclude, ...options.exclude] }),
    ...(!options.gitignore && { gitignore: false }),
    ...(options.minConfidence !== undefined && { minConfidence: options.minConfidence }),
  };
}

/** The folder of the cache on disk; undefined with `--no-cache`. */
export function cacheFrom({ cache }: SiteOptions): string | undefined {
  return cache ? userCacheFolder() : undefined;
}

/** Argument parser of commander that collects the values of a repeatable option. */
export function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

/** Argument parser of commander that collects the globs of a repeatable option; throws a `Failure` if one is invalid. */
export function collectGlobs(glob: string, previous: string[] = []): string[] {
  globOption(glob);
  return [...previous, glob];
}

function assignment(text: string, previous: Record<string, OptionValue> = {}): Record<string, OptionValue> {
  const [name, ...rest] = text.split('=');
  if (rest.length === 0) throw new InvalidArgumentError('Give it as NAME=VALUE, such as temex.candidates=4.');
  const value = optionValue(name!, rest.join('='));
  const complaint = optionComplaint(name!, value);
  if (complaint !== undefined) throw new InvalidArgumentError(complaint);
  return { ...previous, [name!]: value };
}

function candidates(text: string): string {
  if (!parseCandidates(text)) throw new InvalidArgumentError(`Give ${candidatesForms}.`);
  return text;
}

/** Argument parser of commander for a whole number from 1 on. */
export function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('Give a whole number from 1 on.');
  return Number(value);
}

function threads(value: string): number {
  if (!/^[1-9]\d{0,2}$/.test(value)) throw new InvalidArgumentError('Give a whole number from 1 to 999.');
  return Number(value);
}

/** Argument parser of commander for a number from 0 to 1. */
function share(value: string): number {
  const number = Number(value);
  if (!/^[\d.]+$/.test(value) || !(number >= 0 && number <= 1)) throw new InvalidArgumentError('Give a number from 0 to 1.');
  return number;
}
