import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../../package.json' with { type: 'json' };

let known: string | undefined;

/** Identifies this build of the program: its version, Node's version, and the names, sizes and times of its files. */
export function programIdentity(): string {
  known ??= [manifest.version, process.version, ...filesBeside(fileURLToPath(import.meta.url))].join(' ');
  return known;
}

function filesBeside(file: string): string[] {
  const folder = dirname(file);
  const names = readdirSync(folder).filter(name => /\.[cm]?[jt]s$/.test(name));
  return names.sort().map(name => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return `${name}:${size}:${mtimeMs}`;
  });
}
