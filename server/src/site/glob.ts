/** Tells whether a path, with `/`, matches. */
export type PathTest = (path: string) => boolean;

/** How patterns of `.gitignore` differ from globs: names that begin with a dot match wildcards, braces and parentheses are themselves. */
interface Dialect {
  readonly dots: boolean;
  readonly groups: boolean;
}

const globs: Dialect = { dots: false, groups: true };
const ofGit: Dialect = { dots: true, groups: false };

/** In UTF-16 code units. */
const LONGEST = 4096;
/** Brackets inside one another. */
const DEEPEST = 64;
/** Most numbers or letters that a range such as `{1..9}` stands for. */
const MOST_IN_RANGE = 1000;

/**
 * Compiles a glob: `*`, `?`, `[a-z]`, `[!a-z]` inside a name, `**` for any folders, `{a,b}`, `{1..9}`, `@(a|b)`, `?(a)`, `*(a)`, `+(a)`, a
 * backslash before a character that stands for itself, `!` before the whole for all that does not match. Letter case does not count;
 * a name that begins with a dot matches only where the dot is written. Matching takes the length of the glob times that of the path
 * (Thompson 1968: all ways at once, none tried after another), whatever the glob.
 * @throws Error with the rest of a sentence that begins with the glob.
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

/** Compiles a pattern of `.gitignore`, without `!`, and without slashes at its ends. */
export function compileGitPattern(pattern: string): PathTest {
  const program = new Compiler(pattern, ofGit).program();
  return path => matches(program, path);
}

const CHARACTER = 0;
/** Any character of a name. */
const ANY = 1;
/** Nothing, but not before a dot at the beginning of a name. */
const NO_DOT = 2;
const CLASS = 3;
/** Goes on at two places. */
const SPLIT = 4;
const JUMP = 5;
const END = 6;

interface Instruction {
  op: number;
  /** A code unit, or where to go on. */
  to: number;
  /** The other place. */
  or: number;
  test: ((code: number) => boolean) | undefined;
}

const SLASH = 47;
const DOT = 46;

class Compiler {
  readonly #glob: string;
  readonly #dialect: Dialect;
  readonly #program: Instruction[] = [];
  #at = 0;
  #depth = 0;

  constructor(glob: string, dialect: Dialect) {
    if (glob.length > LONGEST) throw new Error(`is longer than ${LONGEST} characters`);
    this.#glob = glob;
    this.#dialect = dialect;
  }

  program(): Instruction[] {
    this.#sequence('');
    this.#emit(END);
    return this.#program;
  }

  #emit(op: number, to = 0, or = 0, test?: (code: number) => boolean): number {
    return this.#program.push({ op, to, or, test }) - 1;
  }

  get #next(): number {
    return this.#program.length;
  }

  /** Compiles up to one of the characters, or to the end. */
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

  /** Any number of times what `emit` emits. */
  #repeat(emit: () => void): void {
    const split = this.#emit(SPLIT);
    this.#program[split]!.to = this.#next;
    emit();
    this.#emit(JUMP, split);
    this.#program[split]!.or = this.#next;
  }

  /** Perhaps what `emit` emits. */
  #maybe(emit: () => void): void {
    const split = this.#emit(SPLIT);
    this.#program[split]!.to = this.#next;
    emit();
    this.#program[split]!.or = this.#next;
  }

  /** A whole name. */
  readonly #name = (): void => {
    this.#noDot();
    this.#emit(ANY);
    this.#repeat(() => this.#emit(ANY));
  };

  /** `**` in place of whole names, with the slash beside it. False where there is none. */
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
      // The folder itself, too.
      this.#at += 3;
      this.#names();
      return true;
    }
    return false;
  }

  #names(): void {
    this.#repeat(() => {
      this.#emit(CHARACTER, SLASH);
      this.#name();
    });
  }

  #group(kind: string): void {
    if (kind === '!') throw new Error('has "!(...)", which is not supported');
    this.#at += 2;
    const alternatives = (): void => this.#alternatives('|', ')');
    if (kind === '@') alternatives();
    else if (kind === '?') this.#maybe(alternatives);
    else if (kind === '*') this.#repeat(alternatives);
    else {
      const first = this.#next;
      alternatives();
      this.#emit(SPLIT, first, this.#next + 1);
    }
  }

  #alternatives(between: string, close: string): void {
    if (++this.#depth > DEEPEST) throw new Error(`has more than ${DEEPEST} brackets inside one another`);
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
    // After the last alternative there is no other way.
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

/** The character at an offset, or after the backslash there. */
function codeAt(glob: string, at: number): { code: number; next: number } {
  const place = glob[at] === '\\' && at + 1 < glob.length ? at + 1 : at;
  return { code: glob.charCodeAt(place), next: place + 1 };
}

function codesOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

/** What `1..9` or `a..f` stands for. */
function rangeOf(text: string): string[] | undefined {
  const numbers = /^(\d{1,9})\.\.(\d{1,9})$/.exec(text);
  const letters = /^([a-z])\.\.([a-z])$/i.exec(text);
  const [, from, to] = numbers ?? letters ?? [];
  if (from === undefined || to === undefined) return undefined;
  const [first, last] = numbers ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
  const least = Math.min(first, last);
  const length = Math.abs(first - last) + 1;
  if (length > MOST_IN_RANGE) throw new Error(`has a range of more than ${MOST_IN_RANGE}`);
  return Array.from({ length }, (_, index) => (numbers ? String(least + index) : String.fromCharCode(least + index)));
}

/** Follows all ways through the program at once. */
function matches(program: readonly Instruction[], path: string): boolean {
  const text = path.toLowerCase();
  /** The character after which an instruction was reached last, so that it is followed once. */
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

function takes({ op, to, test }: Instruction, code: number): boolean {
  if (op === CHARACTER) return code === to;
  if (op === ANY) return code !== SLASH;
  return op === CLASS && test!(code);
}
