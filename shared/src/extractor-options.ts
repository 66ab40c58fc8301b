import type { ExtractorName, GivenOptions, OptionValue } from './settings.ts';

/** The JSON Schema of an extractor's option. */
export type OptionSchema = { readonly description: string } & (
  | { readonly type: 'boolean'; readonly default: boolean }
  | { readonly type: 'integer' | 'number'; readonly default: number; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'string'; readonly default: string; readonly enum: readonly string[] }
);

/** The options of every extractor. The option `preset` selects a row of `presets`; options that are given explicitly override it. */
export const extractorOptions = {
  default: {},
  sst: {
    gamma: {
      type: 'number',
      default: 0.9,
      minimum: 0,
      maximum: 1,
      description: "Weight of what lies below a node against the entropy of the node's own styles.",
    },
    threshold: { type: 'number', default: 0.2, minimum: 0, maximum: 1, description: 'Largest importance of a template node.' },
  },
  'sst-repetition': {
    share: {
      type: 'number',
      default: 0.5,
      minimum: 0,
      maximum: 1,
      description: 'Share of the pages, two at least, that a group of siblings must stand on.',
    },
  },
  iwptd: {
    pages: {
      type: 'integer',
      default: 5,
      minimum: 1,
      maximum: 1_000_000,
      description: 'Pages that a template segment must stand on.',
    },
    ratio: {
      type: 'number',
      default: 0.7,
      minimum: 0,
      maximum: 1,
      description: "Share of a subtree's text that must be exceeded by template segments.",
    },
  },
  'rtdm-td': {
    sample: {
      type: 'integer',
      default: 25,
      minimum: 2,
      maximum: 1_000_000,
      description: 'Pages that the template is made from, drawn by the hashes of their paths.',
    },
  },
  'rbm-td': {
    share: {
      type: 'number',
      default: 1,
      minimum: 0,
      maximum: 1,
      description: 'Share of the pages, two at least, that a template subtree must stand on.',
    },
    path: {
      type: 'string',
      default: 'labels',
      enum: ['labels', 'indices'],
      description: 'What makes a place: the labels of the nodes from the root on, or their numbers among their siblings.',
    },
  },
  temex: {
    preset: {
      type: 'string',
      default: 'default',
      enum: ['default', 'add-on', '2014'],
      description: "Values of the other options: ours, those of the published add-on, those of the authors' article of 2014.",
    },
    candidates: {
      type: 'integer',
      default: 3,
      minimum: 1,
      maximum: 9,
      description: 'Pages that link to one another that a page is compared with, where candidates are chosen by links.',
    },
    votes: {
      type: 'integer',
      default: 2,
      minimum: 0,
      maximum: 999,
      description: 'Candidates that a template node must be mapped to, or all if there are fewer; 0 for all.',
    },
    similarity: {
      type: 'string',
      default: 'add-on',
      enum: ['add-on', '2014'],
      description: 'Weights of class, position, attributes and number of children.',
    },
    threshold: { type: 'number', default: 0.9, minimum: 0, maximum: 1, description: 'Least similarity of equal nodes.' },
    textMustMatch: { type: 'boolean', default: true, description: 'Two texts are equal only if they read the same.' },
    root: {
      type: 'string',
      default: 'head-body',
      enum: ['head-body', 'html', 'body'],
      description: 'The elements that mappings begin with: head and body, or body, whatever they are; or html, if it is equal.',
    },
  },
  'text-mdl': {},
  'text-hash': {
    permutations: {
      type: 'integer',
      default: 128,
      minimum: 1,
      maximum: 128,
      description: 'Entries of a signature, from which costs are estimated.',
    },
  },
  df: {
    distance: {
      type: 'string',
      default: 'cp',
      enum: ['cp', 'cps', 'ctss'],
      description: 'Distance by which pages are clustered into training sets.',
    },
    threshold: {
      type: 'number',
      default: -1,
      minimum: -1,
      maximum: 1,
      description: "Largest distance that links two pages of a training set; negative: the distance's own.",
    },
    share: {
      type: 'number',
      default: 1 / 3,
      minimum: 0,
      maximum: 1,
      description: 'Share of the training set that must be exceeded by the pages with a text that is template.',
    },
    pages: {
      type: 'integer',
      default: 3,
      minimum: 1,
      maximum: 1_000_000,
      description: 'Pages that a training set must have; the pages of smaller ones are labelled by bte.',
    },
  },
  dsc: {
    window: { type: 'integer', default: 50, minimum: 2, maximum: 10_000, description: 'Words and tags of a window.' },
    slope: {
      type: 'number',
      default: 0.5,
      minimum: 0,
      maximum: 1,
      description: "Largest slope of a content section, as a share of the page's.",
    },
    share: {
      type: 'number',
      default: 0.1,
      minimum: 0,
      maximum: 1,
      description: "Share of the page's words and tags that content sections must exceed.",
    },
  },
  bte: {},
  plain: {},
} as const satisfies Record<ExtractorName, Readonly<Record<string, OptionSchema>>>;

/** Published values of options, by extractor and preset. */
const presets: { readonly [Name in ExtractorName]?: Readonly<Record<string, Readonly<Record<string, OptionValue>>>> } = {
  temex: {
    'add-on': { candidates: 3, votes: 2, similarity: 'add-on', threshold: 0.9, textMustMatch: false, root: 'body' },
    2014: { candidates: 4, votes: 0, similarity: '2014', threshold: 0.9, textMustMatch: true, root: 'html' },
  },
};

type ValueOf<Schema> = Schema extends { type: 'boolean' }
  ? boolean
  : Schema extends { enum: readonly (infer Name)[] }
    ? Name
    : number;

/** The values of all options of an extractor, by option name without the extractor's name. */
export type OptionsOf<Name extends ExtractorName> = {
  readonly [Key in keyof (typeof extractorOptions)[Name]]: ValueOf<(typeof extractorOptions)[Name][Key]>;
};

/** The schemas of all options of all extractors, by full name, such as `iwptd.pages`. */
export const optionSchemas: ReadonlyMap<string, OptionSchema> = new Map(
  Object.entries<Readonly<Record<string, OptionSchema>>>(extractorOptions).flatMap(([extractor, options]) =>
    Object.entries(options).map(([name, schema]) => [`${extractor}.${name}`, schema] as const),
  ),
);

/** The values of all options of an extractor: the given value, else the preset's, else the default. The given values must be valid. */
export function resolveOptions<Name extends ExtractorName>(extractor: Name, given: GivenOptions = {}): OptionsOf<Name> {
  const schemas: Readonly<Record<string, OptionSchema>> = extractorOptions[extractor];
  const givenFor = (name: string) => given[`${extractor}.${name}`];
  const preset = presets[extractor]?.[String(givenFor('preset') ?? schemas.preset?.default)] ?? {};
  const values = Object.entries(schemas).map(([name, schema]) => [name, givenFor(name) ?? preset[name] ?? schema.default]);
  return Object.fromEntries(values);
}

/** Returns what a value must be, as the end of a sentence (such as `true or false`); undefined if the value is valid. */
export function optionMismatch(schema: OptionSchema, value: unknown): string | undefined {
  switch (schema.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'string':
      return schema.enum.includes(String(value)) ? undefined : `one of ${schema.enum.join(', ')}`;
    default: {
      const { type, minimum, maximum } = schema;
      const right =
        typeof value === 'number' && value >= minimum && value <= maximum && (type === 'number' || Number.isInteger(value));
      return right ? undefined : `a ${type === 'integer' ? 'whole ' : ''}number from ${minimum} to ${maximum}`;
    }
  }
}
