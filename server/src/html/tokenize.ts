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
/** Places that htmlparser2's tokenizer reads differently from HTML: `noscript` contains text only, and HTML has no CDATA sections. */
const special = /<(?:noscript[\t\n\f\r />]|!\[CDATA\[)/gi;
/** The same and scripts, which can contain `</script>` in HTML. Few pages have such a script. */
const specialOrScript = /<(?:(?:noscript|script)[\t\n\f\r />]|!\[CDATA\[)/gi;
const endOfNoscript = /<\/noscript[\t\n\f\r />]/gi;

/**
 * Feeds a page's text to the tokenizer, in pieces wherever the state of the builder decides how the text is to be read. Islands, the texts
 * of `noscript`, end tags inside scripts, and the beginnings of CDATA sections outside SVG and MathML are replaced by other text of the same
 * length.
 * @returns the islands, in document order
 */
export function tokenize(source: string, tokenizer: Tokenizer, builder: TreeBuilder): Island[] {
  special.lastIndex = 0;
  if (!mayHoldIslands(source) && !special.test(source) && !mayHoldEndTags(source)) {
    tokenizer.write(source);
    return [];
  }
  return new Feeder(source, tokenizer, builder).run();
}

/** The next occurrence of something in a text. Remembers the last one, and searches again only when it has been passed. */
class Next {
  at = -1;
  readonly #find: (from: number) => number;

  constructor(find: (from: number) => number) {
    this.#find = find;
  }

  /** Offset of the first occurrence at or after `from`; the length of the text if none exists. */
  from(from: number): number {
    if (this.at < from) {
      this.at = this.#find(from);
      step(this.at - from);
    }
    return this.at;
  }
}

/** Feeds a page with islands or other special places to the tokenizer. */
class Feeder {
  readonly #source: string;
  readonly #tokenizer: Tokenizer;
  readonly #builder: TreeBuilder;
  readonly #islands: Island[] = [];
  /** Offset up to which the tokenizer has the text. */
  #fed = 0;
  /** The island that `#nextIsland` found last. */
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

  /** Passes the text up to `end` unchanged. */
  #pass(end: number): void {
    if (end > this.#fed) this.#tokenizer.write(this.#source.slice(this.#fed, end));
    this.#fed = end;
  }

  /** Passes `text` in place of as many code units of the page. */
  #passAs(text: string): void {
    this.#tokenizer.write(text);
    this.#fed += text.length;
  }

  /** Passes the island; in a script or a style sheet, its text is not template-language code, and passes unchanged. */
  #passIsland(): void {
    const island = this.#island!;
    this.#pass(island.start);
    const name = this.#builder.tree.openElementName();
    if (name === script || name === style) return this.#pass(island.start + 1);
    this.#islands.push(island);
    this.#passAs(maskIsland(this.#source, island, this.#builder.insideTag));
  }

  /** Passes the beginning of a CDATA section. Outside SVG and MathML it becomes a comment that ends at the first `>`. */
  #passCdata(at: number): void {
    this.#pass(at);
    if (this.#builder.isInForeignContext()) this.#pass(at + CDATA.length);
    else this.#passAs('<!x');
  }

  /** Passes what may be the start tag of a `noscript`; if it is one, also the element's text. */
  #passNoscript(at: number): void {
    this.#builder.tree.noscriptTextStart = -1;
    this.#passStartTag(at + NOSCRIPT.length);
    if (this.#builder.tree.noscriptTextStart === this.#fed) this.#passAs('x'.repeat(this.#endOfNoscript() - this.#fed));
  }

  /** Passes what may be the start tag of a script; if it is one, also the script's text, in which nothing is an island. */
  #passScript(at: number): void {
    this.#builder.scriptTextStart = -1;
    this.#passStartTag(at + SCRIPT.length);
    if (this.#builder.scriptTextStart !== this.#fed) return;
    const { end, inner } = scriptText(this.#source, this.#fed);
    for (const tag of inner) {
      this.#pass(tag);
      this.#passAs('x'.repeat(SCRIPT_END.length));
    }
    this.#pass(end);
  }

  /** Passes what looks like a start tag, whose name ends at `nameEnd`, with the islands in it. */
  #passStartTag(nameEnd: number): void {
    this.#pass(nameEnd);
    while (this.#builder.insideTag || this.#fed === nameEnd) {
      const bracket = this.#nextBracket.from(this.#fed);
      if (this.#nextIsland.from(this.#fed) < bracket) this.#passIsland();
      else this.#pass(Math.min(bracket + 1, this.#source.length));
      if (this.#fed === this.#source.length) break;
    }
  }

  /** Offset of the end tag of the `noscript` whose text begins at `#fed`. Collects the islands in the text. */
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
