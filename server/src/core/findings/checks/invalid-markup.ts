import { counted } from 'templens-shared/counted';
import type { Repair } from '../../edits/repair.ts';
import { closingKey } from '../../statements/closings.ts';
import { WHOLE_TAGS } from '../../statements/essentials.ts';
import type { PageMistake } from '../../statements/page-mistake.ts';
import { CLOSES_NOTHING, IS_BROKEN, pageMistakes } from '../../statements/page-mistakes.ts';
import { ANY_MISTAKE } from '../../statements/repeated.ts';
import { withTargets } from '../../statements/wrong-links.ts';
import type { Finding } from '../finding.ts';
import { thresholds } from '../thresholds.ts';
import { quoted } from './describe.ts';
import { agreedEssential } from './essentials.ts';
import type { PageRule } from './page-rule.ts';

/**
 * `page/invalid-markup`: mistakes that browsers correct by themselves, such as an end tag that closes nothing. One finding for those of the page
 * alone, and one for those that equally many pages have, on the first of these.
 */
export const invalidMarkup: PageRule = {
  concerns: ({ agreement: { repeated }, name }) => repeated.says(name, ANY_MISTAKE) !== undefined,
  find: asked => {
    const { compared: page, agreement, found: known, load, world } = asked;
    const { repeated } = agreement;
    // A lost part leaves end tags behind; a broken tag has its own finding where nearly all pages have none.
    const lost = known.flatMap(({ lostPart, related: [part] }) => (lostPart === undefined || !part ? [] : part));
    const isLeft = ({ text }: PageMistake): boolean =>
      lost.some(({ page, start, end }) => load(page)?.source.slice(start, end).includes(text));
    const isBroken = agreedEssential(asked, WHOLE_TAGS, true) !== undefined;
    // Where most pages close all elements of a name, another rule says which one is open.
    const isAgreed = ({ unclosed }: PageMistake): boolean =>
      unclosed !== undefined && agreement.closings.agreement(closingKey(unclosed)) !== undefined;
    const isOther = (each: PageMistake): boolean =>
      each.what === CLOSES_NOTHING ? isLeft(each) : isBroken && each.what === IS_BROKEN;
    // `linkToNowhere` compares a link with other pages if these agree on its target.
    const isCompared = ({ link }: PageMistake): boolean =>
      link !== undefined && agreement.labels.agreement(link.key) !== undefined;
    const isKnown = (mistake: PageMistake): boolean => isCompared(mistake) || known.some(({ start }) => start === mistake.start);
    const found = withTargets(pageMistakes(page), page, world.exists).filter(
      mistake => !isOther(mistake) && !isAgreed(mistake) && !isKnown(mistake),
    );
    const pagesOf = ({ key }: PageMistake): number => repeated.agreement(key)?.pages ?? 0;
    const reported = found.filter(({ key }) => (repeated.agreement(key)?.example.page ?? page.name) === page.name);
    const groupOf = (mistake: PageMistake): string => `${pagesOf(mistake)} ${mistake.code}`;
    return [...new Set(reported.map(groupOf))].map(group => {
      const mistakes = reported.filter(mistake => groupOf(mistake) === group);
      const pages = pagesOf(mistakes[0]!);
      return findingOf(mistakes, pages > 0 ? `; ${pages} pages have the same` : '');
    });
  },
};

function findingOf(mistakes: readonly PageMistake[], have: string): Finding {
  const [{ code, start, end, node }] = mistakes as [PageMistake, ...PageMistake[]];
  const repairs = mistakes.flatMap(({ start, end, correction: text }): Repair[] =>
    text === undefined ? [] : [{ kind: 'text', start, end, text }],
  );
  // Browsers end a heading at the end tag of any heading, so such a correction changes nothing that is shown.
  const isSafe = mistakes.every(({ correction }) => correction?.startsWith('</h'));
  const times = new Map<string, number>();
  for (const { text, what } of mistakes) times.set(`${quoted(text)} ${what}`, (times.get(`${quoted(text)} ${what}`) ?? 0) + 1);
  const sentences = [...times].map(([sentence, count]) => (count > 1 ? `${sentence} (${count} times)` : sentence));
  const more = sentences.length - thresholds.mostNamed;
  const named = sentences.slice(0, thresholds.mostNamed).join('; ');
  return {
    code,
    start,
    end,
    node,
    related: [],
    normalisers: [],
    isLone: true,
    message: `${named}${more > 0 ? `; ${counted(more, 'more mistake')}` : ''}${have}.`,
    identity: `${code} ${sentences.sort().join().toLowerCase()}`,
    ...(repairs.length === mistakes.length && { repair: { kind: 'all', repairs } }),
    ...(!isSafe && { risk: 'Another place may be the mistake.' }),
  };
}
