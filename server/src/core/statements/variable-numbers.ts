import { combine, hi, lo, number53 } from '../../html/hash.ts';
import { hashNormalForm } from '../../html/normal-form-hash.ts';
import { TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { countersAsTokens } from '../keys/normal-form/counters.ts';
import { IN_SCRIPT, IN_STYLE, SLOT, UNCOMPARED } from '../keys/normal-form/node-traits.ts';
import { isPlainText, normalText } from '../keys/normal-form/text.ts';
import type { AgreementTable } from './agreement-table.ts';
import type { Statements } from './statements.ts';

const NUMBER_SALT = 43;
/** In code points; a longer text is no counter. */
const longest = 40;
/** So many different numbers show that an element holds a number of the page: the one of most pages, and two others. */
const fewestVariants = 3;

/** The key of a text with numbers and other characters, and a hash of what it says; undefined of any other node. */
function counterAt(
  { tree, source, context, signatures: { traits } }: ComparedPage,
  node: number,
): { key: number; value: number } | undefined {
  if (tree.kind[node] !== TEXT || tree.textLength[node]! > longest || traits[node]! & (SLOT | UNCOMPARED | IN_SCRIPT | IN_STYLE))
    return undefined;
  if (isPlainText(source, tree.start[node]!, tree.end[node]!)) return undefined;
  const raw = source.slice(tree.start[node]!, tree.end[node]!);
  const text = normalText(raw, context, traits[node]!);
  const form = countersAsTokens(text);
  if (form === text) return undefined;
  const parent = tree.parent[node]!;
  hashNormalForm(form, NUMBER_SALT, context.key);
  combine(tree.hashes.path[parent * 2]!, tree.hashes.path[parent * 2 + 1]!, lo, hi);
  const key = number53(lo, hi);
  hashNormalForm(text, NUMBER_SALT, context.key);
  return { key, value: number53(lo, hi) };
}

/** The texts of a page that hold numbers. */
export function numberStatements(page: ComparedPage): Statements {
  if (page.context.off.has('N15')) return new Float64Array(0);
  const found: number[] = [];
  for (let node = 0; node < page.tree.size; node++) {
    const counter = counterAt(page, node);
    if (counter) found.push(counter.key, counter.value, node);
  }
  return Float64Array.from(found);
}

/** N15: does a text differ from that of most pages in a number alone, where other pages have other numbers still? */
export function isVariableNumber(page: ComparedPage, node: number, numbers: AgreementTable): boolean {
  const counter = counterAt(page, node);
  return counter !== undefined && (numbers.agreement(counter.key)?.variants ?? 0) >= fewestVariants;
}
