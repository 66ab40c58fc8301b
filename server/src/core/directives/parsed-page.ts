import type { HtmlPage, PageHashes } from '../../html/tree.ts';
import type { PageDirectives } from './page-directives.ts';

/** A page tree with the directives in its source and the two kinds of hashes that the comparison of pages uses. */
export interface HashedTree extends Omit<HtmlPage, 'hashes'> {
  readonly hashes: Pick<PageHashes, 'own' | 'path'>;
  readonly directives: PageDirectives | undefined;
}

/** A parsed page with all its hashes and directives. */
export interface ParsedPage extends HashedTree {
  readonly hashes: PageHashes;
}
