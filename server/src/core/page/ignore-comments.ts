import { type CheckCode, defaultSeverities } from 'templens-shared/diagnostics';
import { nearest } from 'templens-shared/nearest';
import { firstChild, nextSibling } from './access.ts';
import type { DirectiveProblem, IgnoreDirective } from './directives.ts';
import { detached } from './strings.ts';
import { ELEMENT, IMPLIED, type PageTree } from './tree.ts';

const scopes = new Map<string, IgnoreDirective['scope']>([
  ['templens-ignore', 'element'],
  ['templens-ignore-page', 'page'],
]);
const codes = Object.keys(defaultSeverities) as CheckCode[];
const directive = /^<!--\s*(templens-[\w-]*)([\s\S]*?)\s*(?:-->)?$/i;

/** Reads a comment that is, or was meant as, `<!-- templens-ignore CODE[, CODE]: reason -->` or `templens-ignore-page`; its first word begins at `at`. */
export function readIgnore(
  tree: PageTree,
  source: string,
  node: number,
  at: number,
  ignores: IgnoreDirective[],
  problems: DirectiveProblem[],
): void {
  const start = tree.start[node]!;
  const end = tree.end[node]!;
  if (!beginsWith(source, at, 'templens-') || !source.startsWith('<!--', start)) return;
  const [, keyword = '', rest = ''] = directive.exec(source.slice(start, end)) ?? [];
  const report = (message: string, suggestion?: string): void => {
    problems.push({ start, end, message: detached(message), ...(suggestion && { suggestion: detached(suggestion) }) });
  };
  const scope = scopes.get(keyword);
  if (scope === undefined) {
    const meant = nearest(keyword, [...scopes.keys()]);
    const message = `There is no directive ${keyword}; there are templens-ignore and templens-ignore-page.`;
    return report(message, meant && rest.trim() && `<!-- ${meant}${rest} -->`);
  }
  const colon = rest.indexOf(':');
  const named = (colon < 0 ? rest : rest.slice(0, colon)).trim();
  const reason = colon < 0 ? '' : rest.slice(colon + 1).trim();
  if (named === '') {
    return report(
      `${keyword} names no code of a finding.`,
      `<!-- ${keyword} template/changed-text: ${reason || 'the reason'} -->`,
    );
  }
  const known: CheckCode[] = [];
  for (const code of named.split(/\s*,\s*/)) {
    const found = codes.find(known => known === code);
    if (found !== undefined) {
      known.push(found);
      continue;
    }
    const words = code.split(/\s+/);
    if (colon < 0 && words.length > 1 && codes.includes(words[0] as CheckCode)) {
      const corrected = `${named.slice(0, named.indexOf(code))}${words[0]}: ${words.slice(1).join(' ')}`;
      return report(`${keyword} needs a colon between the codes and the reason.`, `<!-- ${keyword} ${corrected} -->`);
    }
    const meant = nearest(code, codes);
    report(`${keyword} names ${code}, which is no code of a finding.`, meant && source.slice(start, end).replace(code, meant));
  }
  if (known.length === 0) return;
  const element = scope === 'page' ? -1 : nextElement(tree, node);
  if (scope === 'element' && element < 0) {
    return report(
      'templens-ignore is for the next element beside it, and there is none.',
      `<!-- templens-ignore-page${rest} -->`,
    );
  }
  ignores.push({ scope, codes: known, reason: detached(reason), start, end, node: element });
}

function beginsWith(source: string, at: number, word: string): boolean {
  return (source.charCodeAt(at) | 32) === word.charCodeAt(0) && source.slice(at, at + word.length).toLowerCase() === word;
}

/** The next element beside a node; in place of one without a start tag, the first element in it. */
function nextElement(tree: PageTree, node: number): number {
  let next = nextSibling(tree, node);
  while (next >= 0 && (tree.kind[next] !== ELEMENT || tree.flags[next]! & IMPLIED)) {
    next = tree.kind[next] === ELEMENT && firstChild(tree, next) >= 0 ? firstChild(tree, next) : nextSibling(tree, next);
  }
  return next;
}
