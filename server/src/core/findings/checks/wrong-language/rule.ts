import { attributeValue } from '../../../../html/access.ts';
import type { ComparedPage } from '../../../keys/compared-page.ts';
import { quoted } from '../../comparison/describe.ts';
import { attributePlace, startTag } from '../../comparison/places.ts';
import type { Finding } from '../../finding.ts';
import type { OtherLanguage, PageRule } from '../page-rule.ts';

/** `template/changed-attribute` on `<html lang>`: another language than nearly all pages whose shared parts say the same in the same words. */
export const wrongLanguage: PageRule = {
  concerns: ({ otherLanguage }) => otherLanguage !== undefined,
  find: ({ compared, otherLanguage, load }) => {
    const example = load(otherLanguage!.example);
    const finding = example && languageFinding(compared, example, otherLanguage!);
    return finding ? [finding] : [];
  },
};

function languageFinding(page: ComparedPage, example: ComparedPage, { language, support }: OtherLanguage): Finding | undefined {
  const { tree, source, name } = page;
  const here = attributeValue(tree, source, tree.root, 'lang');
  const there = attributeValue(example.tree, example.source, example.tree.root, 'lang');
  if (here === undefined || there === undefined) return undefined;
  return {
    code: 'template/changed-attribute',
    ...(attributePlace(page, tree.root, 'lang') ?? startTag(page, tree.root)),
    node: tree.root,
    message: `lang=${quoted(here)} here; ${support.pages} of ${support.of} pages with the same shared parts have lang=${quoted(there)}.`,
    support,
    related: [{ page: example.name, ...startTag(example, example.tree.root), message: `lang=${quoted(there)}` }],
    normalisers: ['N20'],
    attribute: 'lang',
    identity: `template/changed-attribute|${name}|lang ${language}`,
    risk: 'It changes a language.',
    repair: { kind: 'attribute', node: tree.root, name: 'lang', from: { page: example.name, node: example.tree.root } },
  };
}
