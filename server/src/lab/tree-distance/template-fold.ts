import { TooManySteps, withStepLimit } from '../../html/steps.ts';
import { type OrderedTree, subtreeOf } from './ordered-tree.ts';
import { rtdmMapping } from './rtdm.ts';

/** `templates[i]` is the common template of `pages[0]` to `pages[i]`; undefined if they have no node in common. */
export interface TemplateFold {
  readonly pages: readonly OrderedTree[];
  readonly templates: readonly (OrderedTree | undefined)[];
}

/** The fold of no pages. */
export const emptyFold: TemplateFold = { pages: [], templates: [] };

/**
 * Computes the templates of pages in their order: the nodes of the first page that RTDM maps to each of the others in turn (Vieira, Silva,
 * Pinto, Moura, Cavalcanti, Freire, *A fast and robust method for web page template detection and removal*, CIKM 2006). Reuses the templates
 * of `known` up to the first different page, and again as soon as the template and all pages that follow are those of `known`.
 */
export function foldTemplates(pages: readonly OrderedTree[], known: TemplateFold): TemplateFold {
  let same = 0;
  while (same < pages.length && same < known.pages.length && isSame(pages[same]!, known.pages[same]!)) same++;
  let sameEnd = 0;
  const shorter = Math.min(pages.length, known.pages.length);
  while (sameEnd < shorter && isSame(pages.at(-1 - sameEnd)!, known.pages.at(-1 - sameEnd)!)) sameEnd++;
  const templates = known.templates.slice(0, same);
  for (let at = same; at < pages.length; at++) {
    const before = templates[at - 1];
    templates.push(at === 0 ? pages[0] : before && commonTemplate(before, pages[at]!));
    const left = pages.length - 1 - at;
    const knownAt = known.pages.length - 1 - left;
    if (left <= sameEnd && knownAt >= 0 && isSame(templates[at], known.templates[knownAt])) {
      for (const template of known.templates.slice(knownAt + 1)) templates.push(template);
      break;
    }
  }
  return { pages, templates };
}

/** The nodes of `template` that RTDM maps to nodes of `page` with equal labels; all nodes if the mapping exceeds the step limit. */
function commonTemplate(template: OrderedTree, page: OrderedTree): OrderedTree | undefined {
  if (template.ids[0] === page.ids[0]) return template;
  const kept: number[] = [];
  try {
    withStepLimit(template.size + page.size, () => {
      rtdmMapping(template, page).forEach((partner, node) => {
        if (partner >= 0) kept.push(node);
      });
    });
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    return template;
  }
  return subtreeOf(template, Int32Array.from(kept));
}

function isSame(a: OrderedTree | undefined, b: OrderedTree | undefined): boolean {
  return a?.ids[0] === b?.ids[0];
}
