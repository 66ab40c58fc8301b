import { attributePlace } from '../../../html/places.ts';
import { idOfTarget } from '../../statements/link-table.ts';
import type { Finding } from '../finding.ts';
import { quoted } from './describe.ts';
import type { PageRule } from './page-rule.ts';

/** `page/wrong-id`: an id that no link and no style rule matches, on one page or on several. */
export const wrongId: PageRule = {
  concerns: ({ agreement, name }) => agreement.links.reportedOn(name).some(target => idOfTarget(target) !== undefined),
  find: ({ compared: page, agreement: { links }, found, placeOf }): Finding[] =>
    links.reportedOn(page.name).flatMap((target): Finding[] => {
      const id = idOfTarget(target);
      if (id === undefined) return [];
      const [[, node], ...others] = links.linksTo(target) as [[string, number], ...[string, number][]];
      // The right id is known.
      if (others.length === 0 && found.some(other => other.node === node && other.attribute === 'id')) return [];
      const why = id.startsWith('#') ? 'begins with #, which only links to it do' : 'has white space';
      const have = others.length === 0 ? '' : `; ${others.length + 1} pages have it`;
      return [
        {
          code: 'page/wrong-id',
          ...attributePlace(page, node, 'id')!,
          node,
          normalisers: [],
          isLone: true,
          message: `No link or style rule can match the id ${quoted(id)}: it ${why}${have}.`,
          related: others.slice(0, 1).map(place => ({ ...placeOf(...place), message: 'The same id.' })),
          identity: `page/wrong-id ${id}`,
        },
      ];
    }),
};
