import { type CheckCode, checkCodes } from 'templens-shared/findings';
import { nearest } from 'templens-shared/nearest';
import { firstChild, nextSibling } from '../../html/access.ts';
import { step } from '../../html/steps.ts';
import { detached, shortened } from '../../html/strings.ts';
import { ELEMENT, IMPLIED, type PageTree } from '../../html/tree.ts';
import type { DirectiveProblem, IgnoreDirective } from './page-directives.ts';

const scopes = new Map<string, IgnoreDirective['scope']>([
  ['templens-ignore', 'element'],
  ['templens-ignore-page', 'page'],
]);
const knownCodes: readonly CheckCode[] = checkCodes;

/** Reads the comments `<!-- templens-ignore CODE[, CODE]: reason -->` and `templens-ignore-page` of a page, in document order. */
export class IgnoreReader {
  readonly ignores: IgnoreDirective[] = [];
  readonly #tree: PageTree;
  readonly #source: string;
  readonly #problems: DirectiveProblem[];
  /** The last search of `#nextElement`: its result holds for all sibling comments between `from` and `found`. */
  #searched = { from: -1, parent: -2, found: -1 };

  constructor(tree: PageTree, source: string, problems: DirectiveProblem[]) {
    this.#tree = tree;
    this.#source = source;
    this.#problems = problems;
  }

  /** Reads a comment whose first word begins at offset `at`. Ignores comments that do not start with `templens-`. */
  read(node: number, at: number): void {
    const source = this.#source;
    const [start, end] = [this.#tree.start[node]!, this.#tree.end[node]!];
    // The first character excludes most comments; 0x74 is `t`.
    if ((source.charCodeAt(at) | 32) !== 0x74 || !/^<!--\s*templens-/i.test(source.slice(start, at + 9))) return;
    const text = source.slice(at, source.startsWith('-->', end - 3) ? end - 3 : end).trim();
    const keyword = /^[\w-]*/.exec(text)![0];
    const rest = text.slice(keyword.length).trim();
    const colon = rest.indexOf(':');
    const codes = (colon < 0 ? rest : rest.slice(0, colon)).split(',').map(code => code.trim());
    const reason = colon < 0 ? '' : rest.slice(colon + 1).trim();
    const report = (message: string, suggestion?: string): void => {
      this.#problems.push({
        about: 'directive',
        start,
        end,
        message: detached(message),
        ...(suggestion && { suggestion: detached(suggestion) }),
      });
    };

    const scope = scopes.get(keyword);
    if (scope === undefined) {
      const meant = nearest(shortened(keyword), [...scopes.keys()]);
      const message = `There is no directive ${shortened(keyword)}; there are templens-ignore and templens-ignore-page.`;
      return report(message, meant && rest && directive(meant, codes, reason));
    }
    if (codes.length === 1 && codes[0] === '')
      return report(
        `${keyword} names no code of a finding.`,
        directive(keyword, ['template/changed-text'], reason || 'the reason'),
      );
    const known = codes.flatMap(code => knownCodes.find(one => one === code) ?? []);
    const unknown = codes.find(code => !knownCodes.includes(code as CheckCode));
    if (unknown !== undefined) {
      const [first = '', ...words] = unknown.split(/\s+/);
      if (colon < 0 && words.length > 0 && knownCodes.includes(first as CheckCode)) {
        const before = codes.slice(0, codes.indexOf(unknown));
        return report(
          `${keyword} needs a colon between the codes and the reason.`,
          directive(keyword, [...before, first], words.join(' ')),
        );
      }
      const meant = nearest(shortened(unknown), knownCodes);
      const corrected = meant && codes.map(code => (code === unknown ? meant : code));
      report(
        `${keyword} names ${shortened(unknown) || 'an empty code'}, which is no code of a finding.`,
        corrected && directive(keyword, corrected, reason),
      );
    }
    if (known.length === 0) return;
    const element = scope === 'page' ? -1 : this.#nextElement(node);
    if (scope === 'element' && element < 0) {
      const message = 'templens-ignore is for the next element beside it, and there is none.';
      return report(message, directive('templens-ignore-page', codes, reason));
    }
    this.ignores.push({ scope, codes: known, reason: detached(reason), start, end, node: element });
  }

  /** The next sibling element of a comment, or -1; in place of an element without a start tag, the first element in it. */
  #nextElement(comment: number): number {
    const tree = this.#tree;
    const parent = tree.parent[comment]!;
    const { from, found, parent: searched } = this.#searched;
    if (parent === searched && from < comment && (found < 0 || comment < found)) return found;
    let next = nextSibling(tree, comment);
    while (next >= 0 && (tree.kind[next] !== ELEMENT || tree.flags[next]! & IMPLIED)) {
      next = tree.kind[next] === ELEMENT && firstChild(tree, next) >= 0 ? firstChild(tree, next) : nextSibling(tree, next);
    }
    this.#searched = { from: comment, parent, found: next };
    return next;
  }
}

/** Source of an ignore comment. */
function directive(keyword: string, codes: readonly string[], reason: string): string {
  return `<!-- ${keyword} ${codes.join(', ')}${reason && `: ${reason}`} -->`;
}

/** The comments of a page that hide findings: by code, by the element that they are for. A finding asks its ancestors, not every comment. */
export class IgnoringComments {
  readonly #tree: PageTree;
  readonly #ignores: readonly IgnoreDirective[];
  readonly #byCode = new Map<CheckCode, Map<number, { used: boolean }>>();

  constructor(ignores: readonly IgnoreDirective[], tree: PageTree) {
    this.#tree = tree;
    this.#ignores = ignores;
    for (const { codes, node } of ignores) {
      for (const code of codes) {
        const byElement = this.#byCode.get(code) ?? new Map<number, { used: boolean }>();
        this.#byCode.set(code, byElement.set(node, { used: false }));
      }
    }
  }

  /** Does a comment hide the finding? All comments that do are used. */
  hide({ code, node }: { readonly code: CheckCode; readonly node: number }): boolean {
    const byElement = this.#byCode.get(code);
    if (!byElement) return false;
    let isHidden = false;
    const use = (element: number): void => {
      step();
      const comments = byElement.get(element);
      if (!comments) return;
      comments.used = true;
      isHidden = true;
    };
    for (let element = node; element >= 0; element = this.#tree.parent[element]!) use(element);
    use(OF_PAGE);
    return isHidden;
  }

  /** The comments that have hidden nothing. */
  unused(): IgnoreDirective[] {
    return this.#ignores.filter(({ codes, node }) => !codes.some(code => this.#byCode.get(code)!.get(node)!.used));
  }
}

/** The element of comments that are for the whole page. */
const OF_PAGE = -1;
