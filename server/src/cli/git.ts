import { type ExecFileException, execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { promisify } from 'node:util';

/** Bytes of an answer. */
const MOST_OUTPUT = 64 * 1024 * 1024;

/** What a repository's configuration would have git run, or fetch: nothing of it. */
const harmless = [
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
  // Its reasons become a part of our sentences.
  LC_ALL: 'C',
};

interface GitOptions {
  /** Added to those of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Milliseconds, after which it is given up. */
  readonly timeout?: number;
  /** `key=value`, over the repository's configuration. */
  readonly config?: readonly string[];
}

/**
 * What git prints about a folder, without its last line end. Whoever made the folder may have made the repository, whose configuration can
 * name programs: git runs none of its hooks and monitors, and fetches nothing. Commands that read files through filters or drivers need
 * more, see `withoutFilters`. Rejects where git fails, takes too long or is absent (`ENOENT`); the error's message is git's reason.
 */
export async function git(folder: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const { env, timeout, config = [] } = options;
  const configured = [...harmless, ...config].flatMap(entry => ['-c', entry]);
  const { stdout } = await promisify(execFile)('git', ['-C', folder, ...configured, ...args], {
    env: { ...process.env, ...environment, ...env },
    maxBuffer: MOST_OUTPUT,
    ...(timeout !== undefined && { timeout }),
  }).catch((error: ExecFileException) => {
    error.message = reasonIn(error);
    throw error;
  });
  return stdout.replace(/\n$/, '');
}

/** Why git failed: the first error that it printed, as part of a sentence. */
function reasonIn({ stderr = '', signal, message }: ExecFileException): string {
  const error = /^(?:fatal|error): (.+?)\.?$/m.exec(stderr)?.[1];
  return error ?? (signal ? `git was ended by ${signal}` : message);
}

/** Configuration with which git runs no filter of a folder's repository, such as that of a large-file storage. Rejects as `git` does, and if a filter cannot be switched off. */
export async function withoutFilters(folder: string): Promise<string[]> {
  // Without any it fails with code 1.
  const keys = await git(folder, ['config', '--null', '--name-only', '--get-regexp', '^filter\\.']).catch(
    (error: { code?: unknown }) => {
      if (error.code === 1) return '';
      throw error;
    },
  );
  const names = new Set(keys.split('\0').flatMap(key => /^filter\.([\s\S]+)\.[^.]+$/.exec(key)?.[1] ?? []));
  return [...names].flatMap(name => {
    // Such a name ends too early where it is given to git.
    if (/[=\n]/.test(name)) throw new Error(`the filter ${JSON.stringify(name)} of the repository cannot be switched off`);
    return ['clean=', 'smudge=', 'process=', 'required=false'].map(setting => `filter.${name}.${setting}`);
  });
}
