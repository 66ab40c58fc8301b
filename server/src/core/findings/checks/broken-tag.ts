import { nodeName } from '../../../html/access.ts';
import { firstBrokenTag } from '../../statements/broken-tags.ts';
import { WHOLE_TAGS } from '../../statements/essentials.ts';
import type { Finding } from '../finding.ts';
import { quoted, supportText } from './describe.ts';
import { END_TAG } from './end-tags.ts';
import { agreedEssential } from './essentials.ts';
import { agreedFields, type CauseRule, dissents } from './page-rule.ts';

/** `template/missing-node`: a tag that is written wrongly, such as `</di v>` or `divclass="x">`, where most pages have none. */
export const brokenTag: CauseRule = {
  concerns: dissents('essentials'),
  find: asked => {
    const { compared: page, placeOf } = asked;
    const agreed = agreedEssential(asked, WHOLE_TAGS, true);
    const broken = agreed && firstBrokenTag(page);
    if (!agreed || !broken) return undefined;
    const { tree, source } = page;
    const { start, end, node, isText } = broken;
    const tag = source.slice(start, end).replace(/\s/g, '').toLowerCase();
    const what = /^[<>]{7}/.test(tag) ? 'a conflict marker of Git' : 'a broken tag';
    const written = quoted(source.slice(start, end).replace(/\s+/g, ' '));
    const { support } = agreedFields(agreed, placeOf, '');
    const finding: Finding = {
      code: 'template/missing-node',
      start,
      end,
      node,
      support: support!,
      related: [],
      normalisers: [],
      message: `${written} is ${what}${isText ? ', which browsers show as text' : ''}; ${supportText(agreed)} have no broken tags.`,
      identity: `template/missing-node broken tag|${written}`,
    };
    // What the tag should open or close is missing right before it, or is not closed where it stands.
    const explains = ({ node, identity, absent, end: before }: Finding): boolean =>
      identity.includes(END_TAG)
        ? tree.start[node]! <= start && start < tree.end[node]! && tag.includes(nodeName(tree, node))
        : absent !== undefined && before <= start && source.slice(before, start).trim() === '';
    return { finding, from: start, explains };
  },
};
