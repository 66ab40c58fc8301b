/** Generators of sites that a site can be migrated to, with their names for people. */
export const migrationTargets = {
  eleventy: 'Eleventy',
  jekyll: 'Jekyll',
  astro: 'Astro',
  ssi: 'Server-side includes',
} as const;
export type TargetName = keyof typeof migrationTargets;
export const targetNames = Object.keys(migrationTargets) as TargetName[];
/** Generators that npm installs. */
export const npmTargets: readonly TargetName[] = ['eleventy', 'astro'];

/** Template languages of Eleventy that layouts can be written in. */
export const engineNames = ['nunjucks', 'liquid'] as const;
export type EngineName = (typeof engineNames)[number];

/** How the contents of pages are written. */
export const contentFormats = ['html', 'markdown'] as const;

/** Names that a user chooses for layouts and parts, by the names that a migration gives them. */
export interface MigrationNames {
  layouts?: Record<string, string>;
  parts?: Record<string, string>;
}

/** What decides the project that a site is migrated to. */
export interface MigrationOptions {
  to: TargetName;
  /** Template language of Eleventy. Default: `nunjucks`. */
  engine?: EngineName;
  /** Brings the common version of a part to pages with another one. Default: false. */
  adopt?: boolean;
  /** Names for layouts and parts, in place of those that they get otherwise. */
  names?: MigrationNames;
}

/** Whether a project is built. */
export interface BuildOptions {
  /** Installs the generator in the project with npm, if it is one of `npmTargets`. Default: false. */
  install?: boolean;
  /** Builds the project, if the generator is installed. Default: true. */
  build?: boolean;
}

/** How a built project compares with the site. */
export interface BuildComparison {
  /** Number of files that are built as the site has them. */
  equal: number;
  /** Paths of the files that are not. */
  differing: string[];
}

/** The layouts and parts of a project. */
export interface MigrationPreview {
  /** Sorted by name. */
  layouts: {
    name: string;
    /** Pages that the layout makes: the number, and the first ones. */
    pages: number;
    examples: string[];
    /** Names of the values in which its pages differ. */
    slots: string[];
  }[];
  parts: {
    name: string;
    /** Names of the layouts that have the part. */
    layouts: string[];
    /** The first characters of its source. */
    begins: string;
  }[];
  /** Number of pages that stay as they are, since no layout makes them. */
  fallbacks: number;
}

/** A name of a layout or part: the name of a file in all target formats. */
export const migrationName = /^[A-Za-z0-9][\w-]{0,59}$/;
/** What `migrationName` asks for, for people. */
export const migrationNameRule = 'at most 60 letters, digits, - and _, a letter or digit first';
