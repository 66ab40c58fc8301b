import { attributeValue } from './access.ts';
import type { PageTree } from './tree.ts';

/**
 * The language of a page (N20), as a primary subtag in lower case: from the `lang` of its root element, else from a folder in its path
 * (`fr/about.html`), else from its file's suffix (`about.fr.html`); empty if it is not known.
 */
export function pageLanguage(tree: PageTree, source: string, path: string): string {
  const declared = attributeValue(tree, source, tree.root, 'lang') ?? attributeValue(tree, source, tree.root, 'xml:lang');
  const tag =
    declared?.trim() || /(?:^|\/)([a-z]{2}(?:-[A-Z]{2})?)\//.exec(path)?.[1] || /\.([a-z]{2})\.\w+$/.exec(path)?.[1] || '';
  const primary = tag.toLowerCase().split(/[-_]/, 1)[0]!;
  return declared?.trim() || languages.has(primary) ? primary : '';
}

/** Language codes that count as such in paths; other folders with two letters are not languages. */
const languages = new Set(
  'ar bg bn ca cs da de el en es et eu fa fi fr gl he hi hr hu id it ja ka ko lt lv mk ms nb nl nn no pl pt ro ru sk sl sr sv ta th tr uk ur vi zh'.split(
    ' ',
  ),
);
