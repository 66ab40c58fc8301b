import type { HtmlPage, PageHashes } from '../../html/tree.ts';
import type { PageDirectives } from './page-directives.ts';

/** A page tree with the hashes that pages are compared by, and the directives in its source. */
export interface HashedTree extends Omit<HtmlPage, 'hashes'> {
  readonly hashes: Pick<PageHashes, 'own' | 'path'>;
  readonly directives: PageDirectives | undefined;
}

/** A parsed page with all its hashes and directives. */
export interface ParsedPage extends HashedTree {
  readonly hashes: PageHashes;
}
