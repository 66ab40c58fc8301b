import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const suites = ['trixie', 'forky'] as const;

/** A suite of Debian: trixie has Neovim 0.10, forky 0.12 or newer. */
export type Suite = (typeof suites)[number];

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'templens-editors');

/** The executable that `installNeovims` leaves. */
export const neovim = (suite: Suite): string => join(cache, `neovim-${suite}`, 'nvim');

/** Installs the versions of Neovim that are newer than the system's, where they are missing. */
export async function installNeovims(): Promise<void> {
  const script = fileURLToPath(new URL('install-neovim.sh', import.meta.url));
  for (const suite of suites) await promisify(execFile)(script, [join(cache, `neovim-${suite}`), suite]);
}
