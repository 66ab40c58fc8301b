import type { ExamplePage } from '../comparison/template-nodes.ts';
import { isMajority, LEAST_SHARE } from '../counts/majority.ts';
import type { Finding, Repair } from '../findings/finding.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { normalAddress } from '../normal-form/address.ts';
import { FREE, SLOT } from '../normal-form/places.ts';
import { attributeValue, isLabelled, nodeName } from '../page/access.ts';
import { step } from '../page/steps.ts';
import { ELEMENT, TEXT } from '../page/tree.ts';

const addresses = new Set(['action', 'background', 'cite', 'formaction', 'href', 'poster', 'src', 'srcset']);
const words = new Set(['alt', 'aria-label', 'aria-description', 'content', 'label', 'placeholder', 'summary', 'title', 'value']);
const references = new Set(['for', 'form', 'headers', 'list', 'usemap', 'data-target', 'data-bs-target']);
const code = /^(?:code|kbd|pre|samp|textarea)$/;

/**
 * Why a person should look at the repair of a finding before it is made: a sentence, or undefined where it restores what nearly all pages
 * have, takes no words away, and leaves nothing dangling.
 * @param example the page that the repair copies from.
 */
export function repairRisk(finding: Finding, page: ComparedPage, example: ExamplePage): string | undefined {
  const { repair, support, node } = finding;
  if (!repair) return undefined;
  if (!support || !isMajority(support.pages, support.of, LEAST_SHARE)) return 'Too few pages agree.';
  if (isInCode(page, node)) return 'It changes a sample of code.';
  switch (repair.kind) {
    case 'insert':
      return isInCode(page, repair.parent) ? 'It changes a sample of code.' : insertionRisk(page, example, repair.from.node);
    case 'attribute':
      return attributeRisk(finding, repair, page, example);
    case 'move':
      return undefined;
    case 'remove':
      return 'It takes away what stands on this page.';
    case 'replace':
      return repair.part === 'tag' ? 'It changes several attributes.' : 'It replaces words of this page.';
    default:
      return 'It changes what this page says of itself.';
  }
}

function isInCode({ tree }: ComparedPage, node: number): boolean {
  for (let at = node; at >= 0; at = tree.parent[at]!) if (tree.kind[at] === ELEMENT && code.test(nodeName(tree, at))) return true;
  return false;
}

function attributeRisk(
  { code, node }: Finding,
  { name, from }: Extract<Repair, { kind: 'attribute' }>,
  page: ComparedPage,
  example: ExamplePage,
): string | undefined {
  const here = attributeValue(page.tree, page.source, node, name);
  if (page.signatures.places[node]! & (SLOT | FREE)) return 'The value is each page\u2019s own.';
  if (addresses.has(name) && code !== 'template/wrong-target') return 'It changes an address.';
  if (name === 'lang' || name === 'xml:lang' || name === 'hreflang') return 'It changes a language.';
  if (name === 'id' || name === 'name' || references.has(name) || name.startsWith('on'))
    return `Something may refer to "${name}".`;
  if (words.has(name) && here !== undefined) return 'It replaces words of this page.';
  if (name.startsWith('aria-') || name.startsWith('data-')) {
    const value = attributeValue(example.tree, example.source, from.node, name) ?? '';
    if (/^#|(?:by|controls|owns|details)$/.test(value) || /(?:by|controls|owns|details)$/.test(name))
      return `Something may refer to "${name}".`;
  }
  return undefined;
}

/** What a copy of a node of the example would do to the page. */
function insertionRisk(page: ComparedPage, example: ExamplePage, from: number): string | undefined {
  const { tree, source, labels } = example;
  const end = tree.subtreeEnd[from]!;
  const known = new PageIds(page);
  const ownIds = new Set<string>();
  for (let node = from; node < end; node++) {
    const id = tree.kind[node] === ELEMENT ? attributeValue(tree, source, node, 'id') : undefined;
    if (id !== undefined) ownIds.add(id);
  }
  for (let node = from; node < end; node++) {
    step();
    if (isLabelled(tree, node) && !labels.label[node] && says(example, node)) return `It would copy content of ${example.name}.`;
    if (example.signatures.places[node]! & (SLOT | FREE)) return 'What is missing is each page\u2019s own.';
    if (tree.kind[node] !== ELEMENT) continue;
    for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
      const name = source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!).toLowerCase();
      const value = attributeValue(tree, source, node, name)!;
      if (name === 'id' && known.ids.has(value)) return `The page has an element with the id "${value}".`;
      if (/^on[a-z]/.test(name)) return `Its "${name}" may call what the page does not load.`;
      if (
        (name === 'src' || (name === 'href' && nodeName(tree, node) === 'link')) &&
        known.loads(normalAddress(value, example.context))
      )
        return `The page loads ${value} already.`;
      for (const id of referredTo(name, value))
        if (!ownIds.has(id) && !known.ids.has(id)) return `It refers to "#${id}", which the page does not have.`;
    }
  }
  return undefined;
}

function says({ tree }: ComparedPage, node: number): boolean {
  return tree.kind[node] === TEXT ? tree.textLength[node]! > 0 : tree.attrFirst[node + 1]! > tree.attrFirst[node]!;
}

/** The ids that an attribute refers to. */
function referredTo(name: string, value: string): string[] {
  if (name === 'href' || name === 'data-target' || name === 'data-bs-target' || name === 'usemap')
    return /^#./.test(value) && !/^#(?:!|top$)/.test(value) ? [value.slice(1)] : [];
  if (name === 'for' || name === 'form' || name === 'list' || /^aria-(?:.*by|controls|owns|details|flowto)$/.test(name))
    return value.split(/\s+/).filter(id => id !== '');
  return [];
}

/** The ids of a page, and what it loads. */
class PageIds {
  readonly ids = new Set<string>();
  readonly #loaded = new Set<string>();

  constructor({ tree, source, context }: ComparedPage) {
    step(tree.size);
    for (let node = 0; node < tree.size; node++) {
      if (tree.kind[node] !== ELEMENT) continue;
      const name = nodeName(tree, node);
      const id =
        attributeValue(tree, source, node, 'id') ?? (name === 'a' ? attributeValue(tree, source, node, 'name') : undefined);
      if (id !== undefined) this.ids.add(id);
      const address = name === 'script' ? 'src' : name === 'link' ? 'href' : undefined;
      const value = address && attributeValue(tree, source, node, address);
      if (value !== undefined) this.#loaded.add(normalAddress(value, context));
    }
  }

  loads(address: string): boolean {
    return this.#loaded.has(address);
  }
}
