import { type CheckSettings, defaultCheckSettings } from './findings.ts';
import type { Label } from './labels.ts';

/** Value of an option of an extractor. */
export type OptionValue = boolean | number | string;

/** The setting `extractorOptions`: values by the full names of options, such as `iwptd.pages`. */
export type GivenOptions = Readonly<Record<string, OptionValue>>;

/** The settings of the engine. The configuration file, editors and the command line set them; `defaultSettings` has the defaults. */
export interface Settings extends CheckSettings {
  /** Globs, relative to the site's root, of the files that are pages. */
  include: string[];
  /** Globs of files and folders to skip, in addition to those in `.gitignore` files. */
  exclude: string[];
  /** Skip the files that `.gitignore` files exclude. */
  gitignore: boolean;
  /** The algorithm that labels nodes. */
  extractor: ExtractorName;
  /** Options of extractors by their full names, such as `iwptd.pages`; see `extractor-options.ts`. */
  extractorOptions: GivenOptions;
  /** Which pages a page is compared with, see `candidates.ts`; null for the extractor's default. */
  candidates: string | null;
  /** The algorithm that divides pages into layouts. */
  grouping: GroupingName;
  /** Largest distance, in [0,1], that links two pages into one layout; null for the grouping's default. */
  groupThreshold: number | null;
  /** Names of parts, and parts that the user declares, see `docs/configuration.md`. */
  parts: PartSetting[];
  /** Corrections of labels, see `docs/configuration.md`. */
  labels: LabelRule[];
  /** Corrections of layouts, see `docs/configuration.md`. */
  layouts: LayoutStatement[];
  /** Bytes. Larger pages are reported and skipped. */
  maxPageBytes: number;
  /** Levels of elements. Pages with deeper elements are reported; these become children of the deepest allowed element. */
  maxDepth: number;
  /** Watch files by polling, for network drives. */
  polling: boolean;
  /** Milliseconds for which file events are collected into one batch. */
  batchDelay: number;
  /** Number of threads that parse the pages of a large site, including the engine's own. */
  threads: number;
  /** Compare the incremental state with a fresh index after every change, and rebuild it if they differ. */
  paranoid: boolean;
}

/** A correction of labels: the matching nodes and everything in them get this label. */
export interface LabelRule {
  /** CSS selector of elements; with the suffix `::text`, of the texts directly in these elements. */
  select: string;
  /** Name or id of the layout that the rule applies to, or the path of one of its pages; all layouts if it is missing. */
  layout?: string;
  /** Globs of the pages that the rule applies to; all pages if it is missing. */
  pages?: string[];
  /** The correct label. */
  label: Label;
}

/** A name for a part, or the declaration of a part. */
export interface PartSetting {
  /** Name of the part, as shown to users. */
  name: string;
  /** CSS selector of an element in or around the part; with `declare`, of the part itself. */
  select: string;
  /** True: every matching element is an instance of this part, whatever the pages share. */
  declare?: boolean;
}

/** A correction of layouts: which pages have the same layout or different layouts, and how their layout is named. */
export interface LayoutStatement {
  /** Globs of pages. */
  pages: string[];
  /** True: all these pages have one layout. False: pages that match different globs have different layouts. */
  same?: boolean;
  /** Name of the layout of these pages. */
  name?: string;
}

/** Values of the setting `extractor`. */
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

/** Values of the setting `grouping`. */
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

/** Names of the settings that only the language server has, which it reads from the editor. */
export const editorKeys = ['hints', 'diagnostics', 'hover.details', 'codeLens', 'inlayHints', 'outline', 'folding'] as const;
