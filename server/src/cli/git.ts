import { type ExecFileException, execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import { limits } from './thresholds.ts';

/** Overrides the settings of a repository by which git would run programs or fetch. */
const safeConfiguration = [
  'core.fsmonitor=false',
  `core.hooksPath=${devNull}`,
  'core.pager=cat',
  'log.showSignature=false',
  'diff.external=',
  'protocol.allow=never',
];
const environment = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_LITERAL_PATHSPECS: '1',
  // English, because git's reasons become part of messages.
  LC_ALL: 'C',
};

interface GitOptions {
  /** Variables in addition to those of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Milliseconds after which git is ended. */
  readonly timeout?: number;
  /** Entries `key=value` that override the repository's configuration. */
  readonly config?: readonly string[];
}

/**
 * Runs git in a folder and returns its output without the last line break. The repository is not trusted, and its configuration can name
 * programs: git runs none of its hooks and monitors, and fetches nothing. Commands that read files through filters also need `withoutFilters`.
 * Rejects if git fails, takes too long or is not installed (`ENOENT`); the error's message is git's reason.
 */
export async function git(folder: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const { env, timeout, config = [] } = options;
  const configured = [...safeConfiguration, ...config].flatMap(entry => ['-c', entry]);
  const { stdout } = await promisify(execFile)('git', ['-C', folder, ...configured, ...args], {
    env: { ...process.env, ...environment, ...env },
    maxBuffer: limits.gitOutput,
    ...(timeout !== undefined && { timeout }),
  }).catch((error: ExecFileException) => {
    error.message = reasonIn(error);
    throw error;
  });
  return stdout.replace(/\n$/, '');
}

/** The reason why git failed: the first error that it printed, as part of a sentence. */
function reasonIn({ stderr = '', signal, message }: ExecFileException): string {
  const error = /^(?:fatal|error): (.+?)\.?$/m.exec(stderr)?.[1];
  return error ?? (signal ? `git was ended by ${signal}` : message);
}

/**
 * Entries of the configuration that switch off the filters of a folder's repository, such as Git LFS. Rejects like `git`, and if a filter cannot
 * be switched off.
 */
export async function withoutFilters(folder: string): Promise<string[]> {
  // git fails with code 1 if there are no filters.
  const keys = await git(folder, ['config', '--null', '--name-only', '--get-regexp', '^filter\\.']).catch(
    (error: { code?: unknown }) => {
      if (error.code === 1) return '';
      throw error;
    },
  );
  const names = new Set(keys.split('\0').flatMap(key => /^filter\.([\s\S]+)\.[^.]+$/.exec(key)?.[1] ?? []));
  return [...names].flatMap(name => {
    // As an argument of `git -c`, such a name would end at this character.
    if (/[=\n]/.test(name)) throw new Error(`the filter ${JSON.stringify(name)} of the repository cannot be switched off`);
    return ['clean=', 'smudge=', 'process=', 'required=false'].map(setting => `filter.${name}.${setting}`);
  });
}
