import { attributeValue } from '../../../../html/access.ts';
import { described, quoted, quotedPair, supportText } from '../../comparison/describe.ts';
import type { Difference } from '../../comparison/difference.ts';
import { attributePlace, startTag } from '../../comparison/places.ts';
import type { Finding } from '../../finding.ts';
import { defineCheck } from '../check.ts';
import { type Compared, findingOf, nodeOf, signatureText } from '../difference-rule.ts';
import { wrongLanguage } from '../wrong-language/rule.ts';

export const changedAttributeCheck = defineCheck({
  code: 'template/changed-attribute',
  severity: 'information',
  summary: 'An attribute of the template has another value than on the other pages of the layout.',
  rules: { difference: changedAttribute, page: wrongLanguage },
});

/** `template/changed-attribute`: another value of an attribute than on most pages, or one too many or too few. */
function changedAttribute(difference: Difference, compared: Compared): Finding | undefined {
  if (difference.kind !== 'attributes') return undefined;
  const { node, names, verdict } = difference;
  const { page, example } = compared;
  const name = names[0]!;
  const values = names.map(each => {
    const here = attributeValue(page.tree, page.source, node, each);
    const there = attributeValue(example.tree, example.source, difference.example, each);
    if (here === undefined) return { here: `no ${each}`, there: `${each}=${quoted(there!)}` };
    if (there === undefined) return { here: `${each}=${quoted(here)}`, there: `no ${each}` };
    const [shown, shownThere] = quotedPair(here, there);
    return { here: `${each}=${shown}`, there: `${each}=${shownThere}` };
  });
  const ours = values.map(({ here }) => here).join(', ');
  const theirs = values.map(({ there }) => there).join(', ');
  const what = described(page, node);
  const from = nodeOf(example, difference.example);
  return findingOf('template/changed-attribute', difference, compared, {
    ...(attributePlace(page, node, name) ?? startTag(page, node)),
    node,
    message: `${what} has ${ours} here; ${supportText(verdict)} have ${theirs}.`,
    brief: `has ${ours} instead of ${theirs}`,
    value: `${names.join()} ${signatureText(page, 'own', node)}`,
    shown: startTag(example, difference.example),
    ...(names.length === 1 && { attribute: name }),
    repair: names.length === 1 ? { kind: 'attribute', node, name, from } : { kind: 'replace', node, part: 'tag', from },
  });
}
