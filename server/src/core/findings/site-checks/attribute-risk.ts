import { attributeValue } from '../../../html/access.ts';
import type { Repair } from '../../edits/repair.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { leadsHere, normalAddress } from '../../keys/normal-form/address.ts';
import { fileOf } from '../../keys/normal-form/file-of.ts';
import { SLOT, UNCOMPARED } from '../../keys/normal-form/node-traits.ts';
import type { ExamplePage } from '../comparison/template-nodes.ts';
import type { Finding } from '../finding.ts';

const addresses = new Set(['action', 'background', 'cite', 'formaction', 'href', 'poster', 'src', 'srcset']);
const words = new Set(['alt', 'aria-label', 'aria-description', 'content', 'label', 'placeholder', 'summary', 'title', 'value']);
const references = new Set(['for', 'form', 'headers', 'list', 'usemap', 'data-target', 'data-bs-target']);

/**
 * Why a person should look at the change of an attribute: a sentence, or undefined.
 * @param exists is there a file or folder at this path from the site's root?
 */
export function attributeRisk(
  { code, node }: Finding,
  { name, from }: Extract<Repair, { kind: 'attribute' }>,
  page: ComparedPage,
  example: ExamplePage,
  exists: (path: string) => boolean,
): string | undefined {
  const here = attributeValue(page.tree, page.source, node, name);
  const there = attributeValue(example.tree, example.source, from.node, name);
  if (page.signatures.traits[node]! & (SLOT | UNCOMPARED)) return 'The value is each page\u2019s own.';
  if (addresses.has(name)) {
    if (code !== 'template/wrong-target') return 'It changes an address.';
    return addressRisk(here ?? '', there ?? '', page, example, exists);
  }
  if (name === 'lang' || name === 'xml:lang' || name === 'hreflang') return 'It changes a language.';
  if (name === 'id' || name === 'name' || references.has(name) || name.startsWith('on'))
    return `Something may refer to "${name}".`;
  if (words.has(name) && here !== undefined) return 'It replaces words of this page.';
  if (name.startsWith('aria-') || name.startsWith('data-')) {
    if (/^#|(?:by|controls|owns|details)$/.test(there ?? '') || /(?:by|controls|owns|details)$/.test(name))
      return `Something may refer to "${name}".`;
  }
  if (there === undefined) return `It takes away what stands on this page: "${name}".`;
  if (name === 'class' && here !== undefined && !haveCommon(here, there)) return 'It gives the element other classes only.';
  return undefined;
}

function addressRisk(
  here: string,
  there: string,
  page: ComparedPage,
  example: ComparedPage,
  exists: (path: string) => boolean,
): string | undefined {
  const leads = normalAddress(here, page.context);
  // Folders of translations or printer versions hold files with the names of their originals.
  if (here === there && isFile(leads, exists)) return `It leads away from ${leads.slice(1)}, which exists.`;
  const target = fileOf(there, example.context.base);
  if (target !== undefined && !exists(target)) return `It leads to ${target}, which does not exist.`;
  const wanted = normalAddress(there, example.context);
  if (leads.startsWith('//') && leadsHere(wanted, page.context) === 'page') return 'It makes the page link to itself.';
  return undefined;
}

/** The file that a differing address leads to and that does not exist, if the file of the example's address does. */
export function deadTarget(
  { node, repair }: Finding,
  page: ComparedPage,
  example: ExamplePage,
  exists: (path: string) => boolean,
): string | undefined {
  if (repair?.kind !== 'attribute' || !addresses.has(repair.name)) return undefined;
  const here = attributeValue(page.tree, page.source, node, repair.name);
  const there = attributeValue(example.tree, example.source, repair.from.node, repair.name);
  const [own, wanted] = [fileOf(here ?? '', page.context.base), fileOf(there ?? '', example.context.base)];
  return own !== undefined && wanted !== undefined && !exists(own) && exists(wanted) ? own : undefined;
}

/** Does an address in normal form lead to a file of the site? */
function isFile(address: string, exists: (path: string) => boolean): boolean {
  const path = address.replace(/[?#].*/s, '').slice(1);
  return /^\/(?!\/|\.\.\/)/.test(address) && exists(path.endsWith('/') ? `${path}index.html` : path);
}

function haveCommon(classes: string, others: string): boolean {
  const known = new Set(others.split(/\s+/));
  return classes.split(/\s+/).some(token => token !== '' && known.has(token));
}
