import type { TranslationGap } from 'templens-shared/parts';
import { attributeValue } from '../../html/access.ts';
import { nameId } from '../../html/names.ts';
import { ELEMENT } from '../../html/tree.ts';
import { commonFolder } from '../keys/normal-form/common-folder.ts';
import { baseHref, pageContext } from '../keys/normal-form/context.ts';
import { fileOf } from '../keys/normal-form/file-of.ts';
import type { NamedPart } from './descriptions.ts';
import type { SummarySource } from './summaries.ts';
import { thresholds } from './thresholds.ts';

const a = nameId('a');

/** The links of a part in one language. */
interface Edition {
  readonly language: string;
  /** Common folder of its pages. */
  readonly folder: string;
  readonly pages: number;
  /** Linked files, as paths from that folder. */
  readonly links: ReadonlySet<string>;
}

/**
 * Finds links that one translation of a part lacks and all others have. Since all pages of the language lack the link, comparing these pages with
 * each other does not find it. Languages must have folders of their own; links are compared as paths from these folders, on sample pages.
 */
export function translationGaps(parts: readonly NamedPart[], source: SummarySource): TranslationGap[] {
  return parts.flatMap(part => {
    const editions = editionsOf(part, source);
    return editions.flatMap((edition): TranslationGap[] => {
      const others = editions.filter(other => other !== edition);
      const common = [...others[0]!.links].filter(link => others.every(({ links }) => links.has(link)));
      const links = common.filter(link => !edition.links.has(link)).sort();
      if (links.length === 0 || links.length > thresholds.gapLinks * common.length || edition.pages < thresholds.gapPages)
        return [];
      const { language, pages } = edition;
      return [{ id: part.id, name: part.name, language, pages, links, languages: others.length }];
    });
  });
}

/** Editions of a part, one per language; empty if there are too few languages or several have the same folder. */
function editionsOf(part: NamedPart, source: SummarySource): Edition[] {
  const byLanguage = new Map<string, number[]>();
  for (const { language, pages } of part.versions.versions) {
    if (language === '') continue;
    const known = byLanguage.get(language) ?? [];
    for (const page of pages) known.push(page);
    byLanguage.set(language, known);
  }
  if (byLanguage.size <= thresholds.gapLanguages) return [];
  const editions = [...byLanguage].map(([language, pages]): Edition => {
    const folder = commonFolder(pages.map(id => source.page(id).name));
    // A menu may lack the link to its own page; a second page has it.
    const examples = pages.sort((a, b) => source.hash(a) - source.hash(b)).slice(0, thresholds.gapPages);
    const links = new Set(examples.flatMap(id => [...linksOf(part, id, folder, source)]));
    return { language, folder, pages: pages.length, links };
  });
  const folders = new Set(editions.map(({ folder }) => folder));
  return folders.size === editions.length ? editions : [];
}

/** Links of a part on a page to files in the folder, as paths from it. */
function linksOf(part: NamedPart, id: number, folder: string, source: SummarySource): Set<string> {
  const { name, tree, source: text } = source.page(id);
  const { base } = pageContext(name, baseHref(tree, text));
  const links = new Set<string>();
  for (const { first, last } of source.runs(part.part, id)) {
    for (let node = first; node < tree.subtreeEnd[last]!; node++) {
      if (tree.kind[node] !== ELEMENT || tree.name[node] !== a) continue;
      const file = fileOf(attributeValue(tree, text, node, 'href') ?? '', base);
      if (file !== undefined) links.add(file);
    }
  }
  return new Set([...links].flatMap(link => (link.startsWith(folder) ? [link.slice(folder.length)] : [])));
}
