// Programs that other people maintain (test/peers), which are installed when they are asked for the first time.
import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve('test/peers');

/** A module of test/peers, with what it imports. */
export async function peerModule<Exports>(file: string): Promise<Exports> {
  const lock = join(folder, 'package-lock.json');
  const installed = join(folder, 'node_modules/.package-lock.json');
  const names = Object.keys(
    (JSON.parse(readFileSync(lock, 'utf8')) as { packages: { '': Dependencies } }).packages[''].dependencies,
  );
  if (!existsSync(installed) || names.some(name => !existsSync(join(folder, 'node_modules', name))))
    execSync('npm ci --ignore-scripts --no-audit --no-fund --silent', { cwd: folder, stdio: ['ignore', 2, 2] });
  return (await import(pathToFileURL(join(folder, file)).href)) as Exports;
}

interface Dependencies {
  dependencies: Record<string, string>;
}
