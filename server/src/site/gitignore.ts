import { compileGitPattern, type PathTest } from './glob.ts';

interface Rule {
  readonly matches: PathTest;
  readonly foldersOnly: boolean;
  readonly ignores: boolean;
}

/** The rules of one `.gitignore` (gitignore(5)), for paths below its folder. Letter case does not count. */
export class IgnoreFile {
  readonly #rules: Rule[];

  constructor(text: string) {
    this.#rules = text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .flatMap(line => ruleOf(line) ?? []);
  }

  /**
   * Returns true if the path is ignored, false if a rule with `!` includes it, undefined if no rule matches. The last rule that matches wins.
   * @param path relative to the folder of the `.gitignore`; that of a folder ends with `/`.
   */
  ignores(path: string): boolean | undefined {
    const isFolder = path.endsWith('/');
    const name = isFolder ? path.slice(0, -1) : path;
    return this.#rules.findLast(({ matches, foldersOnly }) => (isFolder || !foldersOnly) && matches(name))?.ignores;
  }
}

/** Parses a line; undefined if it is empty, a comment or invalid. */
function ruleOf(line: string): Rule | undefined {
  if (line.startsWith('#')) return undefined;
  const ignores = !line.startsWith('!');
  const written = withoutTrailingSpace(ignores ? line : line.slice(1));
  const foldersOnly = written.endsWith('/');
  const pattern = foldersOnly ? written.slice(0, -1) : written;
  if (pattern === '') return undefined;
  // Without a slash at the beginning or in the middle, a pattern matches names in all folders.
  const anchored = pattern.startsWith('/') ? pattern.slice(1) : pattern.includes('/') ? pattern : `**/${pattern}`;
  try {
    return { matches: compileGitPattern(anchored), foldersOnly, ignores };
  } catch {
    // As in git, an invalid pattern matches nothing.
    return undefined;
  }
}

/** Removes trailing spaces, except one that a backslash escapes. */
function withoutTrailingSpace(pattern: string): string {
  const kept = pattern.trimEnd();
  return kept.endsWith('\\') && kept.length < pattern.length ? `${kept} ` : kept;
}
