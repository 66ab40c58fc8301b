import type { Tokenizer } from 'htmlparser2';
import { Closers, type Island, maskIsland, mayHoldIslands, nextIsland } from './islands.ts';
import { nameId } from './names.ts';
import { mayHoldEndTags, SCRIPT_END, scriptText } from './script-text.ts';
import { step } from './steps.ts';
import type { TreeBuilder } from './tree-builder.ts';

const script = nameId('script');
const style = nameId('style');

const CDATA = '<![CDATA[';
const NOSCRIPT = '<noscript';
const SCRIPT = '<script';
/** Where the tokenizer needs help: it does not know that `noscript` holds text only, and that HTML has no CDATA. */
const special = /<(?:noscript[\t\n\f\r />]|!\[CDATA\[)/gi;
/** It does not know either that a script can hold `</script>`; few pages have one that does. */
const specialOrScript = /<(?:(?:noscript|script)[\t\n\f\r />]|!\[CDATA\[)/gi;
const endOfNoscript = /<\/noscript[\t\n\f\r />]/gi;

/**
 * Hands a page's text to the tokenizer, in pieces where the builder decides how it is to be read. Template-language code, the texts of
 * `noscript`, end tags that are part of a script, and the beginnings of CDATA sections outside SVG and MathML have stand-ins of the same
 * length.
 * @returns the template-language code, in order
 */
export function tokenize(source: string, tokenizer: Tokenizer, builder: TreeBuilder): Island[] {
  special.lastIndex = 0;
  if (!mayHoldIslands(source) && !special.test(source) && !mayHoldEndTags(source)) {
    tokenizer.write(source);
    return [];
  }
  return new Feeder(source, tokenizer, builder).run();
}

/** An offset that is looked for from left to right, and again only when it is passed. */
class Next {
  at = -1;
  readonly #find: (from: number) => number;

  constructor(find: (from: number) => number) {
    this.#find = find;
  }

  /** The first offset at or after `from`; the length of the text for none. */
  from(from: number): number {
    if (this.at < from) {
      this.at = this.#find(from);
      step(this.at - from);
    }
    return this.at;
  }
}

class Feeder {
  readonly #source: string;
  readonly #tokenizer: Tokenizer;
  readonly #builder: TreeBuilder;
  readonly #islands: Island[] = [];
  #fed = 0;
  /** The island at `#nextIsland`. */
  #island: Island | undefined;
  readonly #nextIsland: Next;
  readonly #nextSpecial: Next;
  readonly #nextBracket: Next;

  constructor(source: string, tokenizer: Tokenizer, builder: TreeBuilder) {
    this.#source = source;
    this.#tokenizer = tokenizer;
    this.#builder = builder;
    const closers = new Closers(source);
    const indexOf = (pattern: RegExp, from: number): number => {
      pattern.lastIndex = from;
      return pattern.exec(source)?.index ?? source.length;
    };
    this.#nextIsland = new Next(from => {
      this.#island = nextIsland(source, closers, from);
      return this.#island?.start ?? source.length;
    });
    this.#nextSpecial = new Next(from => indexOf(specialOrScript, from));
    this.#nextBracket = new Next(from => {
      const at = source.indexOf('>', from);
      return at < 0 ? source.length : at;
    });
  }

  run(): Island[] {
    const length = this.#source.length;
    while (this.#fed < length) {
      const island = this.#nextIsland.from(this.#fed);
      const other = this.#nextSpecial.from(this.#fed);
      if (island < other) this.#passIsland();
      else if (other === length) this.#pass(length);
      else if (this.#source.startsWith('!', other + 1)) this.#passCdata(other);
      else if (/n/i.test(this.#source[other + 1]!)) this.#passNoscript(other);
      else this.#passScript(other);
    }
    return this.#islands;
  }

  #pass(end: number): void {
    if (end > this.#fed) this.#tokenizer.write(this.#source.slice(this.#fed, end));
    this.#fed = end;
  }

  #passAs(text: string): void {
    this.#tokenizer.write(text);
    this.#fed += text.length;
  }

  /** Braces in a script or a style sheet are its own. */
  #passIsland(): void {
    const island = this.#island!;
    this.#pass(island.start);
    const name = this.#builder.tree.openElementName();
    if (name === script || name === style) return this.#pass(island.start + 1);
    this.#islands.push(island);
    this.#passAs(maskIsland(this.#source, island, this.#builder.insideTag));
  }

  /** In HTML, it is a comment that ends at the first `>`. */
  #passCdata(at: number): void {
    this.#pass(at);
    if (this.#builder.isInForeignContext()) this.#pass(at + CDATA.length);
    else this.#passAs('<!x');
  }

  /** Passes the start tag, if it is one, and the text. */
  #passNoscript(at: number): void {
    this.#builder.tree.noscriptText = -1;
    this.#passStartTag(at + NOSCRIPT.length);
    if (this.#builder.tree.noscriptText === this.#fed) this.#passAs('x'.repeat(this.#endOfNoscript() - this.#fed));
  }

  /** Passes the start tag, if it is one, and the text: braces in it are its own. */
  #passScript(at: number): void {
    this.#builder.scriptText = -1;
    this.#passStartTag(at + SCRIPT.length);
    if (this.#builder.scriptText !== this.#fed) return;
    const { end, inner } = scriptText(this.#source, this.#fed);
    for (const tag of inner) {
      this.#pass(tag);
      this.#passAs('x'.repeat(SCRIPT_END.length));
    }
    this.#pass(end);
  }

  /** Passes what looks like a start tag whose name ends at `nameEnd`. */
  #passStartTag(nameEnd: number): void {
    this.#pass(nameEnd);
    while (this.#builder.insideTag || this.#fed === nameEnd) {
      const bracket = this.#nextBracket.from(this.#fed);
      if (this.#nextIsland.from(this.#fed) < bracket) this.#passIsland();
      else this.#pass(Math.min(bracket + 1, this.#source.length));
      if (this.#fed === this.#source.length) break;
    }
  }

  #endOfNoscript(): number {
    const end = new Next(from => {
      endOfNoscript.lastIndex = from;
      return endOfNoscript.exec(this.#source)?.index ?? this.#source.length;
    });
    let from = this.#fed;
    for (;;) {
      const stop = end.from(from);
      if (this.#nextIsland.from(from) >= stop) return stop;
      this.#islands.push(this.#island!);
      from = this.#island!.end;
    }
  }
}
