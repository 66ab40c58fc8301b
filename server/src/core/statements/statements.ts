/** What a page says about things that pages of its group have in common: triples of a thing's key, the page's value and a node. */
export type Statements = Float64Array;

/** What pages say by values, each of which the pages of a site may agree on. */
export const agreedThings = [
  'years',
  'menus',
  'ownMarks',
  'locked',
  'numbers',
  'essentials',
  'closings',
  'ownLinks',
  'labels',
  'addresses',
  'titles',
  'repeated',
] as const;
export type ThingName = (typeof agreedThings)[number];
