import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../docs/support/documents.ts';

export interface Packed {
  /** Absolute path of the tarball. */
  archive: string;
  files: { path: string }[];
}

/** Packs the package as `npm publish` does. */
export function packInto(folder: string): Packed {
  const answer = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(repository, 'server'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename, files }] = JSON.parse(answer.slice(answer.indexOf('['))) as [{ filename: string; files: Packed['files'] }];
  return { archive: join(folder, filename), files };
}

export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A folder in which the package is installed. */
export interface Project {
  folder: string;
  /** Runs a command in the folder. */
  run(command: string, args: readonly string[], environment?: NodeJS.ProcessEnv): Run;
}

/**
 * Installs the package into the folder `project` of a folder, offline and with an empty cache: the package needs no other.
 * @throws if npm fails
 */
export function installInto(folder: string, archive: string): Project {
  const project = join(folder, 'project');
  const offline = { npm_config_cache: join(folder, 'cache'), npm_config_offline: 'true', npm_config_update_notifier: 'false' };
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"private": true, "type": "module"}');
  const run: Project['run'] = (command, args, environment = {}) => {
    const env = { ...process.env, ...offline, ...environment };
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, env, encoding: 'utf8', maxBuffer: 2 ** 28 });
    return { code: status, stdout, stderr };
  };
  const { code, stderr } = run('npm', ['install', '--no-audit', '--no-fund', archive]);
  if (code !== 0) throw new Error(`npm install ended with code ${code}: ${stderr}`);
  return { folder: project, run };
}
