import { type CheckSettings, defaultCheckSettings } from './findings.ts';
import type { Label } from './labels.ts';

export type OptionValue = boolean | number | string;

/** Values by the full names of options, such as `iwptd.pages`: the setting `extractorOptions`. */
export type GivenOptions = Readonly<Record<string, OptionValue>>;

/** Every setting of the engine, with its default: the one source for the configuration file, the editor and the command line. */
export interface Settings extends CheckSettings {
  /** Globs, relative to the site's root, of the files that are pages. */
  include: string[];
  /** Globs of files and folders to skip, beside what `.gitignore` names. */
  exclude: string[];
  /** Obey `.gitignore` files. */
  gitignore: boolean;
  extractor: ExtractorName;
  /** Options of extractors by their full names, such as `iwptd.pages`; see `extractor-options.ts`. */
  extractorOptions: GivenOptions;
  /** Which pages a page is compared with, see `candidates.ts`; null is the extractor's own choice. */
  candidates: string | null;
  grouping: GroupingName;
  /** Largest distance, in [0,1], between two pages linked into one layout; null is the grouping's own. */
  groupThreshold: number | null;
  /** Names for parts, and parts that are what the user says, see `docs/configuration.md`. */
  parts: PartSetting[];
  /** Corrections of labels, see `docs/configuration.md`. */
  labels: LabelRule[];
  /** What the user says of the layouts of pages, see `docs/configuration.md`. */
  layouts: LayoutStatement[];
  /** Pages of more bytes are reported and skipped. */
  maxPageBytes: number;
  /** Elements deeper than this are reported and attached to the deepest allowed one. */
  maxDepth: number;
  /** Watch by polling, for network drives. */
  polling: boolean;
  /** Milliseconds in which file events are gathered into one batch. */
  batchDelay: number;
  /** Threads that parse the pages of a large site, the engine's own among them. */
  threads: number;
  /** Compares the incremental state with a fresh index after every change, and rebuilds on a difference. */
  paranoid: boolean;
}

/** A correction of labels: what matches, with all that is in it, has this label. */
export interface LabelRule {
  /** CSS selector; with the suffix `::text` it means the texts directly in the elements. */
  select: string;
  /** Name or id of the layout that the rule is about; of all layouts where it is not given. */
  layout?: string;
  /** Globs of the pages that the rule is about. */
  pages?: string[];
  label: Label;
}

export interface PartSetting {
  name: string;
  /** CSS selector: of an element in or around the part that gets the name; with `declare`, of the part itself. */
  select: string;
  /** The elements that match are the part, whatever the pages share. */
  declare?: boolean;
}

/** A correction of the layouts: with `same`, pages that share one layout or have different ones; with `name`, what their layout is called. */
export interface LayoutStatement {
  /** Globs. Where `same` is false, pages of different globs have different layouts. */
  pages: string[];
  same?: boolean;
  name?: string;
}

export const extractorNames = [
  'default',
  'sst',
  'sst-repetition',
  'iwptd',
  'rtdm-td',
  'rbm-td',
  'temex',
  'text-mdl',
  'text-hash',
  'df',
  'dsc',
  'bte',
  'plain',
] as const;
export type ExtractorName = (typeof extractorNames)[number];

export const groupingNames = ['default', 'cp', 'cps', 'ctss', 'text-mdl', 'text-hash'] as const;
export type GroupingName = (typeof groupingNames)[number];

export const defaultSettings: Settings = {
  include: ['**/*.{html,htm,xhtml,shtml}'],
  exclude: ['**/node_modules/**', '**/.git/**'],
  gitignore: true,
  extractor: 'default',
  extractorOptions: {},
  candidates: null,
  grouping: 'default',
  groupThreshold: null,
  parts: [],
  labels: [],
  layouts: [],
  maxPageBytes: 10 * 1024 * 1024,
  maxDepth: 512,
  polling: false,
  batchDelay: 50,
  threads: 2,
  paranoid: false,
  ...defaultCheckSettings,
};

/** Settings that the server reads of an editor alone. */
export const editorKeys = ['hints', 'diagnostics', 'hover.details', 'codeLens', 'inlayHints', 'outline', 'folding'] as const;
