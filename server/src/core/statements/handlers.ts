import { attributeValue, nodeName } from '../../html/access.ts';
import { hi, lo, number53 } from '../../html/hash.ts';
import { hashNormalForm } from '../../html/normal-form-hash.ts';
import { ELEMENT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import type { Statements } from './statements.ts';

const HANDLER_SALT = 52;
const LETTER_O = 'o'.charCodeAt(0);
/** The page defines the function, or loads a script. */
export const DEFINED = 1;
const UNDEFINED = 2;

/** Functions that scripts need not define, and keywords that a parenthesis follows. */
const builtIn = new Set(
  (
    'alert confirm prompt print open close stop focus blur scroll scrollTo scrollBy setTimeout setInterval clearTimeout clearInterval ' +
    'requestAnimationFrame parseInt parseFloat isNaN eval fetch encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape ' +
    'Number String Boolean Date Array Object RegExp URL Image if for while switch catch function return typeof void new'
  ).split(' '),
);

/** A function that an event handler of a page calls. */
interface HandlerCall {
  readonly name: string;
  readonly key: number;
  readonly value: number;
  /** The element with the handler. */
  readonly node: number;
}

/** The functions that the event handlers of a page call, each once, and whether a script of the page may define them. */
export function handlerCalls(page: ComparedPage): HandlerCall[] {
  const nodes = new Map<string, number>();
  forEachHandler(page, (node, code) => {
    for (const { 1: name } of withoutTexts(code).matchAll(/(?<![\w$.])([A-Za-z_$][\w$]*)\s*\(/g))
      if (!builtIn.has(name!) && !nodes.has(name!)) nodes.set(name!, node);
  });
  if (nodes.size === 0) return [];
  const { loadsScript, names } = scriptsOf(page);
  return [...nodes].map(([name, node]) => {
    hashNormalForm(name, HANDLER_SALT, page.context.key);
    return { name, key: number53(lo, hi), value: loadsScript || names.has(name) ? DEFINED : UNDEFINED, node };
  });
}

/** Removes the quoted texts of a script. */
function withoutTexts(code: string): string {
  return code.replace(/'[^']*'|"[^"]*"/g, '');
}

/** By function, whether the page defines it. */
export function handlerStatements(page: ComparedPage): Statements {
  return Float64Array.from(handlerCalls(page).flatMap(({ key, value, node }) => [key, value, node]));
}

function forEachHandler({ tree, source }: ComparedPage, visit: (node: number, code: string) => void): void {
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT) continue;
    for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
      // The first letter excludes most attributes.
      if ((source.charCodeAt(tree.attrNameStart[at]!) | 32) !== LETTER_O) continue;
      if (!/^on[a-z]+$/i.test(source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!))) continue;
      visit(node, source.slice(tree.attrValueStart[at]!, tree.attrValueEnd[at]!));
    }
  }
}

/** Whether a page loads a script, and the names that its own scripts define. */
function scriptsOf({ tree, source }: ComparedPage): { loadsScript: boolean; names: ReadonlySet<string> } {
  const names = new Set<string>();
  let loadsScript = false;
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT || nodeName(tree, node) !== 'script') continue;
    if (attributeValue(tree, source, node, 'src') !== undefined) loadsScript = true;
    else
      for (const { 1: declared, 2: assigned } of source
        .slice(tree.tagEnd[node]!, tree.end[node]!)
        .matchAll(/\bfunction\s+([\w$]+)|(?<![\w$])([\w$]+)\s*[=:](?!=)/g))
        names.add((declared ?? assigned)!);
  }
  return { loadsScript, names };
}
