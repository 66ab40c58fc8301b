import { compileGitPattern, type PathTest } from './glob.ts';

/** Longest `.gitignore` that is read, in bytes. */
export const MOST_IGNORE_BYTES = 1 << 20;

interface Rule {
  readonly matches: PathTest;
  readonly foldersOnly: boolean;
  readonly ignores: boolean;
}

/** The rules of one `.gitignore` (gitignore(5)), for the paths below its folder. Letter case does not count. */
export class IgnoreFile {
  readonly #rules: Rule[];

  constructor(text: string) {
    this.#rules = text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .flatMap(line => ruleOf(line) ?? []);
  }

  /** Is the path, of a folder with a `/` at its end, ignored? The last rule that matches decides; undefined where none does. */
  ignores(path: string): boolean | undefined {
    const isFolder = path.endsWith('/');
    const name = isFolder ? path.slice(0, -1) : path;
    return this.#rules.findLast(({ matches, foldersOnly }) => (isFolder || !foldersOnly) && matches(name))?.ignores;
  }
}

function ruleOf(line: string): Rule | undefined {
  if (line.startsWith('#')) return undefined;
  const ignores = !line.startsWith('!');
  const written = withoutTrailingSpace(ignores ? line : line.slice(1));
  const foldersOnly = written.endsWith('/');
  const pattern = foldersOnly ? written.slice(0, -1) : written;
  if (pattern === '') return undefined;
  // A slash at the beginning or in the middle ties the pattern to the folder.
  const tied = pattern.startsWith('/') ? pattern.slice(1) : pattern.includes('/') ? pattern : `**/${pattern}`;
  try {
    return { matches: compileGitPattern(tied), foldersOnly, ignores };
  } catch {
    // As git does: a pattern that cannot be read matches nothing.
    return undefined;
  }
}

/** Spaces at the end do not count, but for one after a backslash. */
function withoutTrailingSpace(pattern: string): string {
  const kept = pattern.trimEnd();
  return kept.endsWith('\\') && kept.length < pattern.length ? `${kept} ` : kept;
}
