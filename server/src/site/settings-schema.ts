import { candidatesForms, candidatesPattern } from 'templens-shared/candidates';
import { optionSchemas } from 'templens-shared/extractor-options';
import { defaultSettings, extractorNames, groupingNames, type Settings } from 'templens-shared/settings';
import { checkSettingsSchema, globs, type SettingSchema, selector, text } from './check-settings-schema.ts';

const layoutStatement = {
  type: 'object',
  additionalProperties: false,
  required: ['pages'],
  minProperties: 2,
  errorMessage: 'must have entries with "pages" and with "same" or "name", such as {"pages": ["a.html", "b.html"], "same": true}',
  properties: {
    pages: {
      ...globs,
      description: 'Paths or globs of pages; with "same": false, pages of different entries have different layouts.',
    },
    same: { type: 'boolean', description: 'true: these pages share one layout; false: their layouts differ.' },
    name: { type: 'string', minLength: 1, errorMessage: 'must be a text', description: 'Name of the layout of these pages.' },
  },
};

const values = {
  include: { ...globs, description: "Globs, relative to the site's root, of the files that are pages." },
  exclude: { ...globs, description: 'Globs of files and folders to skip, beside what .gitignore files name.' },
  gitignore: { type: 'boolean', description: 'Obey .gitignore files.' },
  extractor: { type: 'string', enum: extractorNames, description: 'How nodes are labelled.' },
  extractorOptions: {
    type: 'object',
    additionalProperties: false,
    errorMessage: 'must be an object, such as {"iwptd.pages": 4}',
    properties: Object.fromEntries(optionSchemas),
    description: 'Options of extractors, such as {"iwptd.pages": 4}.',
  },
  candidates: {
    type: ['string', 'null'],
    pattern: candidatesPattern,
    errorMessage: `must be ${candidatesForms}`,
    description:
      "Which pages a page is compared with: links, links:N, group, all or random:N (N pages); null is the extractor's own choice.",
  },
  grouping: { type: 'string', enum: groupingNames, description: 'How pages are put into layouts.' },
  groupThreshold: {
    type: ['number', 'null'],
    minimum: 0,
    maximum: 1,
    description: "Largest distance between two pages that are linked into one layout; null is the grouping's own.",
  },
  parts: {
    type: 'array',
    errorMessage: 'must be a list, such as [{"name": "main menu", "select": "#nav"}]',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'select'],
      errorMessage: 'must have a name and a selector, such as {"name": "main menu", "select": "#nav"}',
      properties: {
        name: { ...text, description: 'What the part is called.' },
        select: {
          ...selector,
          description: 'CSS selector of an element in or around the part; with "declare", of the part itself.',
        },
        declare: {
          type: 'boolean',
          description: 'true: the elements that match are the part; false: the part found in or around them gets the name.',
        },
      },
    },
    description: 'Names for the parts that the pages share, and parts that are declared.',
  },
  labels: {
    type: 'array',
    errorMessage: 'must be a list, such as [{"select": "main .toc", "label": "content"}]',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['select', 'label'],
      errorMessage: 'must have a selector and a label, such as {"select": "main .toc", "label": "content"}',
      properties: {
        select: {
          type: 'string',
          minLength: 1,
          format: 'label-selector',
          errorMessage: 'must be a CSS selector, such as "main .toc", or one with ::text behind it',
          description: 'CSS selector of elements; with ::text behind it, of the texts directly in them.',
        },
        layout: { ...text, description: 'Name of a layout; without it all.' },
        pages: { ...globs, description: 'Globs of pages; without it all.' },
        label: { type: 'string', enum: ['template', 'content'], description: 'What the elements are, with all that is in them.' },
      },
    },
    description: 'Corrections of labels: elements that are template or content, whatever the evidence says.',
  },
  layouts: {
    type: 'array',
    errorMessage:
      'must be a list of entries such as {"pages": ["a.html", "b.html"], "same": true} or {"name": "posts", "pages": ["posts/**"]}',
    items: layoutStatement,
    description: 'Corrections of the layouts: pages that share one layout or have different ones, and names of layouts.',
  },
  maxPageBytes: { type: 'integer', minimum: 1, maximum: 2 ** 28, description: 'Pages of more bytes are reported and skipped.' },
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
  ...checkSettingsSchema,
} as const satisfies { [Key in keyof Settings]: SettingSchema };

/** JSON Schema of `templens.config.json`. */
export const settingsSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Templens configuration',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' as const },
    ...Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, { ...value, default: defaultSettings[key as keyof Settings] }]),
    ),
  },
};
