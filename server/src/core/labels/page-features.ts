import type { PageTree } from '../../html/tree.ts';

/** A feature that an extractor reads of each page. It is computed from the page's source once, and kept with the page. */
export interface PageFeature<Name extends string = string, Value = unknown> {
  readonly name: Name;
  /** `path` is relative to the site's root, with `/`. */
  readonly make: (tree: PageTree, source: string, path: string) => Value;
}

/** Features of a page by name; at least those in `Part`. Plain data, so that they can be sent between threads. */
export type PageFeatures<Part extends PageFeature = never> = Readonly<Record<string, unknown>> & {
  readonly [Needed in Part as Needed['name']]: ReturnType<Needed['make']>;
};

/** Computes features of a page. */
export function pageFeatures(parts: readonly PageFeature[], tree: PageTree, source: string, path: string): PageFeatures {
  return Object.fromEntries(parts.map(({ name, make }) => [name, make(tree, source, path)]));
}

/** Throws if a page lacks one of the features: it was parsed for another extractor. */
export function requireFeatures(page: string, features: PageFeatures, parts: readonly PageFeature[]): void {
  const missing = parts.map(({ name }) => name).filter(name => features[name] === undefined);
  if (missing.length > 0) throw new Error(`${page} was parsed without ${missing.join(' and ')}, which the extractor reads`);
}
