// Astro, installed when it is asked for the first time into the user's cache folder.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { astro } from '../../server/src/core/migrate/targets/astro.ts';

/** Lets projects in a folder use Astro, in the version that projects ask for. */
export function provideAstro(folder: string): void {
  symlinkSync(installedAstro(), join(folder, 'node_modules'));
}

/** The folder `node_modules` with Astro. It gets its name when it is whole. */
function installedAstro(): string {
  const empty = { layouts: [], parts: new Map(), pages: [], fallbacks: new Map() };
  const manifest = astro.write(empty, new Map(), []).get('package.json')!;
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const name = join(cache, 'templens-astro', createHash('sha256').update(manifest).digest('hex').slice(0, 12));
  if (existsSync(name)) return join(name, 'node_modules');
  const partial = `${name}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    writeFileSync(join(partial, 'package.json'), manifest);
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: partial, stdio: 'pipe' });
    renameSync(partial, name);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return join(name, 'node_modules');
}
