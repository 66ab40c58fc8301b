import type { PageTree } from '../../html/tree.ts';

/** A part of the features of pages: made from the text of a page, kept as long as the page is. */
export interface PageFeature<Name extends string = string, Value = unknown> {
  readonly name: Name;
  /** `path` is relative to the site's root, with `/`. */
  readonly make: (tree: PageTree, source: string, path: string) => Value;
}

/**
 * What some extractors need of a page beside its digest, by the names of its parts: at least these. Plain data, so that it moves between
 * threads.
 */
export type PageFeatures<Part extends PageFeature = never> = Readonly<Record<string, unknown>> & {
  readonly [Needed in Part as Needed['name']]: ReturnType<Needed['make']>;
};

/** These parts of a page's features. */
export function pageFeatures(parts: readonly PageFeature[], tree: PageTree, source: string, path: string): PageFeatures {
  return Object.fromEntries(parts.map(({ name, make }) => [name, make(tree, source, path)]));
}

/** Throws if one of the parts is missing: a page that was parsed for another extractor. */
export function requireFeatures(page: string, features: PageFeatures, parts: readonly PageFeature[]): void {
  const missing = parts.map(({ name }) => name).filter(name => features[name] === undefined);
  if (missing.length > 0) throw new Error(`${page} was parsed without ${missing.join(' and ')}, which the extractor reads`);
}
