// Packages of PyPI, installed when they are asked for the first time into a virtual environment in the user's cache folder.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const cacheFolder = (): string => join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'templens-python');

/** Python or a package is missing, or a program of Python failed. */
export class PythonFailure extends Error {}

/**
 * The Python of a virtual environment that has the packages of a requirements file. An environment is named by the file's hash, and gets its
 * name when it is whole.
 * @throws PythonFailure if there is no Python 3, or if the packages cannot be installed.
 */
export function pythonWith(requirements: string): string {
  const name = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const python = join(cacheFolder(), name, 'bin/python');
  if (existsSync(python)) return python;
  const partial = join(cacheFolder(), `${name}.${process.pid}`);
  try {
    run('python3', ['-m', 'venv', '--copies', partial], 'Python 3 with its venv module is missing');
    // The scripts of an environment name its folder, its interpreter does not.
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
    run(join(partial, 'bin/python'), install, `The packages of ${requirements} cannot be installed from PyPI`);
    renameSync(partial, join(cacheFolder(), name));
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return python;
}

/** The output of a program of Python. @throws PythonFailure if it fails, with the last line of what it said. */
export function runPython(python: string, args: readonly string[], input: string): string {
  return run(python, args, `${args[0]} failed`, input);
}

function run(command: string, args: readonly string[], problem: string, input = ''): string {
  const { status, error, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (status === 0) return stdout;
  throw new PythonFailure(`${problem}: ${stderr?.trim().split('\n').at(-1) || error?.message || `exit code ${status}`}`);
}
