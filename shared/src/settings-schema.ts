import { candidatesPattern } from './candidates.ts';
import { type OptionSchema, optionSchemas } from './extractor-options.ts';
import { defaultSettings, extractorNames, groupingNames, type Settings } from './settings.ts';

/** What the value of a setting may be: the part of JSON Schema that the settings need. */
export type ValueSchema =
  | { type: 'boolean' }
  | { type: 'string'; enum: readonly string[] }
  | { type: 'integer' | 'number' | readonly ['number', 'null']; minimum: number; maximum: number }
  | { type: readonly ['string', 'null']; pattern: string }
  | { type: 'object'; additionalProperties: false; properties: Readonly<Record<string, OptionSchema>> }
  | { type: 'array'; items: { type: 'string'; minLength: 1 } };

const strings = { type: 'array', items: { type: 'string', minLength: 1 } } as const;

const values: { [Key in keyof Settings]: ValueSchema & { description: string } } = {
  include: { ...strings, description: "Globs, relative to the site's root, of the files that are pages." },
  exclude: { ...strings, description: 'Globs of files and folders left out, beside what .gitignore files name.' },
  gitignore: { type: 'boolean', description: 'Obey .gitignore files.' },
  extractor: { type: 'string', enum: extractorNames, description: 'How nodes are labelled.' },
  extractorOptions: {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(optionSchemas),
    description: 'Options of extractors, such as {"iwptd.pages": 4}.',
  },
  candidates: {
    type: ['string', 'null'],
    pattern: candidatesPattern,
    description: "Which pages a page is compared with: group, all or random:N (N pages); null is the extractor's own choice.",
  },
  grouping: { type: 'string', enum: groupingNames, description: 'How pages are put into template groups.' },
  groupThreshold: {
    type: ['number', 'null'],
    minimum: 0,
    maximum: 1,
    description: "Largest distance between two pages that are linked into one template group; null is the grouping's own.",
  },
  maxPageBytes: { type: 'integer', minimum: 1, maximum: 2 ** 28, description: 'Pages of more bytes are reported and left out.' },
  maxDepth: {
    type: 'integer',
    minimum: 8,
    maximum: 4096,
    description: 'Elements deeper than this are reported and attached to the deepest allowed one.',
  },
  polling: { type: 'boolean', description: 'Watch by polling, for network drives.' },
  batchDelay: {
    type: 'integer',
    minimum: 0,
    maximum: 10_000,
    description: 'Milliseconds in which file events are gathered into one batch.',
  },
  threads: {
    type: 'integer',
    minimum: 1,
    maximum: 999,
    description: 'Threads that parse pages; the results are the same for any number.',
  },
  paranoid: {
    type: 'boolean',
    description: 'After every change, compare the state with a fresh index of the same pages, and rebuild on a difference.',
  },
};

/** JSON Schema of `templens.config.json`. */
export const settingsSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Templens configuration',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' as const },
    ...(Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, { ...value, default: defaultSettings[key as keyof Settings] }]),
    ) as { [Key in keyof Settings]: ValueSchema & { description: string; default: Settings[Key] } }),
  },
};
