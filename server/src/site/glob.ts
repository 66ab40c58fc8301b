import { limits } from './thresholds.ts';

/** True if a path, with `/`, matches. */
export type PathTest = (path: string) => boolean;

/** What differs between globs and patterns of `.gitignore`. */
interface Dialect {
  /** True if wildcards match a dot at the beginning of a name. */
  readonly dots: boolean;
  /** True if braces and parentheses group alternatives; otherwise they are ordinary characters. */
  readonly groups: boolean;
}

const globs: Dialect = { dots: false, groups: true };
const gitPatterns: Dialect = { dots: true, groups: false };

/**
 * Compiles a glob: `*`, `?`, `[a-z]` and `[!a-z]` within a name, `**` for any folders, `{a,b}`, `{1..9}`, `@(a|b)`, `?(a)`, `*(a)`, `+(a)`, a
 * backslash to escape a character, and `!` before the whole glob to negate it. Letter case does not count. A dot at the beginning of a name
 * has to be written. Matching takes time proportional to the length of the glob times that of the path, since all alternatives are followed
 * at the same time (Thompson 1968) instead of by backtracking.
 * @throws Error whose message continues a sentence that begins with the glob.
 */
export function compileGlob(glob: string): PathTest {
  if (glob.startsWith('!') && !glob.startsWith('!(')) {
    const test = compileGlob(glob.slice(1));
    return path => !test(path);
  }
  const path = glob.startsWith('./') ? glob.slice(2) : glob;
  const program = new Compiler(path, globs).program();
  const whole = path.toLowerCase();
  return each => matches(program, each) || each.toLowerCase() === whole;
}

/** Compiles a pattern of `.gitignore`, without its leading `!` and without slashes at its ends. Throws as `compileGlob` does. */
export function compileGitPattern(pattern: string): PathTest {
  const program = new Compiler(pattern, gitPatterns).program();
  return path => matches(program, path);
}

// Operations of the compiled program.
/** Matches one code unit. */
const CHARACTER = 0;
/** Matches any character except `/`. */
const ANY = 1;
/** Matches no character; fails before a dot at the beginning of a name. */
const NO_DOT = 2;
/** Matches a character for which `test` returns true. */
const CLASS = 3;
/** Continues at two instructions. */
const SPLIT = 4;
/** Continues at another instruction. */
const JUMP = 5;
/** The whole glob matched. */
const END = 6;

interface Instruction {
  op: number;
  /** Code unit of CHARACTER; index of the next instruction of JUMP and SPLIT. */
  to: number;
  /** Index of the second instruction of SPLIT. */
  or: number;
  test: ((code: number) => boolean) | undefined;
}

const SLASH = 47;
const DOT = 46;

/** Compiles a glob by recursive descent into a program that `matches` runs. */
class Compiler {
  readonly #glob: string;
  readonly #dialect: Dialect;
  readonly #program: Instruction[] = [];
  /** Offset in the glob. */
  #at = 0;
  /** Levels of open brackets. */
  #depth = 0;

  constructor(glob: string, dialect: Dialect) {
    if (glob.length > limits.globLength) throw new Error(`is longer than ${limits.globLength} characters`);
    this.#glob = glob;
    this.#dialect = dialect;
  }

  program(): Instruction[] {
    this.#sequence('');
    this.#emit(END);
    return this.#program;
  }

  /** Appends an instruction and returns its index. */
  #emit(op: number, to = 0, or = 0, test?: (code: number) => boolean): number {
    return this.#program.push({ op, to, or, test }) - 1;
  }

  /** Index of the next instruction to be emitted. */
  get #next(): number {
    return this.#program.length;
  }

  /** Compiles up to one of the characters in `stops`, or to the end. */
  #sequence(stops: string): void {
    const first = this.#at;
    while (this.#at < this.#glob.length) {
      const character = this.#glob[this.#at]!;
      if (stops.includes(character)) return;
      const isStart = this.#at === 0 || this.#at === first || this.#glob[this.#at - 1] === '/';
      if (this.#folders(isStart, stops)) continue;
      if (this.#dialect.groups && '@?*+!'.includes(character) && this.#glob[this.#at + 1] === '(') this.#group(character);
      else if (character === '*') this.#star();
      else if (character === '?') this.#any();
      else if (character === '[') this.#class();
      else if (character === '{' && this.#dialect.groups) this.#braces();
      else this.#literal();
    }
  }

  #any(): void {
    this.#at++;
    this.#noDot();
    this.#emit(ANY);
  }

  #noDot(): void {
    if (!this.#dialect.dots) this.#emit(NO_DOT);
  }

  #literal(): void {
    if (this.#glob[this.#at] === '\\' && this.#at + 1 < this.#glob.length) this.#at++;
    for (const code of codesOf(this.#glob[this.#at]!.toLowerCase())) this.#emit(CHARACTER, code);
    this.#at++;
  }

  #star(): void {
    while (this.#glob[this.#at] === '*' && !(this.#dialect.groups && this.#glob[this.#at + 1] === '(')) this.#at++;
    this.#noDot();
    this.#repeat(() => this.#emit(ANY));
  }

  /** Repeats what `emit` emits, any number of times. */
  #repeat(emit: () => void): void {
    const split = this.#emit(SPLIT);
    this.#program[split]!.to = this.#next;
    emit();
    this.#emit(JUMP, split);
    this.#program[split]!.or = this.#next;
  }

  /** Makes what `emit` emits optional. */
  #optional(emit: () => void): void {
    const split = this.#emit(SPLIT);
    this.#program[split]!.to = this.#next;
    emit();
    this.#program[split]!.or = this.#next;
  }

  /** Matches a whole name of a file or folder. */
  readonly #name = (): void => {
    this.#noDot();
    this.#emit(ANY);
    this.#repeat(() => this.#emit(ANY));
  };

  /** Compiles `**` in place of whole names, with the slash next to it. False if none exists. */
  #folders(isStart: boolean, stops: string): boolean {
    const ends = (at: number): boolean => at === this.#glob.length || stops.includes(this.#glob[at]!);
    if (isStart && this.#glob.startsWith('**/', this.#at)) {
      this.#at += 3;
      this.#repeat(() => {
        this.#name();
        this.#emit(CHARACTER, SLASH);
      });
      return true;
    }
    if (isStart && this.#glob.startsWith('**', this.#at) && ends(this.#at + 2)) {
      this.#at += 2;
      this.#name();
      this.#names();
      return true;
    }
    if (this.#dialect.groups && this.#glob.startsWith('/**', this.#at) && ends(this.#at + 3)) {
      // Matches the folder itself, too.
      this.#at += 3;
      this.#names();
      return true;
    }
    return false;
  }

  /** Matches any number of names, each after a slash. */
  #names(): void {
    this.#repeat(() => {
      this.#emit(CHARACTER, SLASH);
      this.#name();
    });
  }

  /** Compiles a group such as `@(a|b)`. @param kind the character before the parenthesis */
  #group(kind: string): void {
    if (kind === '!') throw new Error('has "!(...)", which is not supported');
    this.#at += 2;
    const alternatives = (): void => this.#alternatives('|', ')');
    if (kind === '@') alternatives();
    else if (kind === '?') this.#optional(alternatives);
    else if (kind === '*') this.#repeat(alternatives);
    else {
      const first = this.#next;
      alternatives();
      this.#emit(SPLIT, first, this.#next + 1);
    }
  }

  /** Compiles alternatives up to `close`. */
  #alternatives(between: string, close: string): void {
    if (++this.#depth > limits.globDepth) throw new Error(`has more than ${limits.globDepth} brackets inside one another`);
    const jumps: number[] = [];
    for (;;) {
      const split = this.#emit(SPLIT);
      this.#program[split]!.to = this.#next;
      this.#sequence(between + close);
      const character = this.#glob[this.#at++];
      if (character === undefined) throw new Error(`has no "${close}" for one of its brackets`);
      jumps.push(this.#emit(JUMP));
      this.#program[split]!.or = this.#next;
      if (character === close) break;
    }
    this.#depth--;
    // The last SPLIT leads here: an instruction that never matches.
    const dead = this.#emit(CLASS, 0, 0, () => false);
    for (const jump of jumps) this.#program[jump]!.to = dead + 1;
  }

  #braces(): void {
    const close = this.#glob.indexOf('}', this.#at);
    if (close < 0) throw new Error('has no "}" for one of its brackets');
    const inside = this.#glob.slice(this.#at + 1, close);
    const range = rangeOf(inside);
    if (!range && !inside.includes(',') && !inside.includes('{')) return this.#literal();
    this.#at++;
    if (!range) return this.#alternatives(',', '}');
    this.#at = close + 1;
    this.#words(range);
  }

  /** Matches one of the words. */
  #words(words: readonly string[]): void {
    const jumps = words.map(word => {
      const split = this.#emit(SPLIT);
      this.#program[split]!.to = this.#next;
      for (const code of codesOf(word.toLowerCase())) this.#emit(CHARACTER, code);
      const jump = this.#emit(JUMP);
      this.#program[split]!.or = this.#next;
      return jump;
    });
    const dead = this.#emit(CLASS, 0, 0, () => false);
    for (const jump of jumps) this.#program[jump]!.to = dead + 1;
  }

  #class(): void {
    const glob = this.#glob;
    let at = this.#at + 1;
    const negated = glob[at] === '!' || glob[at] === '^';
    if (negated) at++;
    const ranges: [number, number][] = [];
    for (let first = true; first || glob[at] !== ']'; first = false) {
      const from = codeAt(glob, at);
      at = from.next;
      let to = from.code;
      if (glob[at] === '-' && glob[at + 1] !== ']' && at + 1 < glob.length) {
        const last = codeAt(glob, at + 1);
        to = last.code;
        at = last.next;
      }
      if (at >= glob.length) throw new Error('has no "]" for one of its brackets');
      ranges.push([from.code, to]);
    }
    this.#at = at + 1;
    const holds = (code: number): boolean => ranges.some(([from, to]) => from <= code && code <= to);
    const inAnyCase = (code: number): boolean => {
      const character = String.fromCharCode(code);
      return holds(character.toLowerCase().charCodeAt(0)) || holds(character.toUpperCase().charCodeAt(0));
    };
    this.#emit(CLASS, 0, 0, code => code !== SLASH && inAnyCase(code) !== negated);
  }
}

/** Returns the code unit at an offset, or after a backslash there, and the offset after it. */
function codeAt(glob: string, at: number): { code: number; next: number } {
  const place = glob[at] === '\\' && at + 1 < glob.length ? at + 1 : at;
  return { code: glob.charCodeAt(place), next: place + 1 };
}

function codesOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

/** Returns the words of a range such as `1..9` or `a..f`; undefined if the text is not a range. */
function rangeOf(text: string): string[] | undefined {
  const numbers = /^(\d{1,9})\.\.(\d{1,9})$/.exec(text);
  const letters = /^([a-z])\.\.([a-z])$/i.exec(text);
  const [, from, to] = numbers ?? letters ?? [];
  if (from === undefined || to === undefined) return undefined;
  const [first, last] = numbers ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
  const least = Math.min(first, last);
  const length = Math.abs(first - last) + 1;
  if (length > limits.globRange) throw new Error(`has a range of more than ${limits.globRange}`);
  return Array.from({ length }, (_, index) => (numbers ? String(least + index) : String.fromCharCode(least + index)));
}

/** Runs the program. Follows all alternatives at the same time, character by character. */
function matches(program: readonly Instruction[], path: string): boolean {
  const text = path.toLowerCase();
  /** By instruction: the offset at which it was reached last, so that it is followed once for each character. */
  const reached = new Int32Array(program.length).fill(-1);
  let current: number[] = [];
  const isHidden = (at: number): boolean => text.charCodeAt(at) === DOT && (at === 0 || text.charCodeAt(at - 1) === SLASH);
  const follow = (start: number, at: number, into: number[]): void => {
    const open = [start];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (reached[place] === at) continue;
      reached[place] = at;
      const { op, to, or } = program[place]!;
      if (op === JUMP) open.push(to);
      else if (op === SPLIT) open.push(to, or);
      else if (op === NO_DOT && !isHidden(at)) open.push(place + 1);
      else into.push(place);
    }
  };
  follow(0, 0, current);
  for (let at = 0; at < text.length && current.length > 0; at++) {
    const code = text.charCodeAt(at);
    const next: number[] = [];
    for (const place of current) if (takes(program[place]!, code)) follow(place + 1, at + 1, next);
    current = next;
  }
  return current.some(place => program[place]!.op === END);
}

/** True if the instruction matches the code unit. */
function takes({ op, to, test }: Instruction, code: number): boolean {
  if (op === CHARACTER) return code === to;
  if (op === ANY) return code !== SLASH;
  return op === CLASS && test!(code);
}
