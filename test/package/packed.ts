import { execFileSync } from 'node:child_process';
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
