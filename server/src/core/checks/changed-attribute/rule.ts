import { attributeValue, nodeName } from '../../page/access.ts';
import { quoted, supportText } from '../compare/describe.ts';
import type { Difference } from '../compare/difference.ts';
import { attributePlace, startTag } from '../compare/places.ts';
import { type Compared, findingOf, nodeOf, signatureText } from '../compare/rule.ts';
import type { Finding } from '../finding.ts';

/** `template/changed-attribute`: another value of an attribute than on most pages, or one too many or too few. */
export function changedAttribute(difference: Difference, compared: Compared): Finding | undefined {
  if (difference.kind !== 'attributes') return undefined;
  const { node, names, verdict } = difference;
  const { page, example } = compared;
  const name = names[0]!;
  const told = names.map(each => {
    const here = attributeValue(page.tree, page.source, node, each);
    const there = attributeValue(example.tree, example.source, difference.example, each);
    return `${each} is ${here === undefined ? 'absent' : quoted(here)} here and ${there === undefined ? 'absent' : quoted(there)}`;
  });
  const from = nodeOf(example, difference.example);
  return findingOf('template/changed-attribute', difference, compared, {
    ...(attributePlace(page, node, name) ?? startTag(page, node)),
    node,
    message: `<${nodeName(page.tree, node)}>: ${told.join(', ')} on ${supportText(verdict)}.`,
    value: `${names.join()} ${signatureText(page.signatures.own, node)}`,
    shown: startTag(example, difference.example),
    ...(names.length === 1 && { attribute: name }),
    repair: names.length === 1 ? { kind: 'attribute', node, name, from } : { kind: 'replace', node, part: 'tag', from },
  });
}
