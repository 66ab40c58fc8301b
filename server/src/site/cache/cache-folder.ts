import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { pathWithin } from '../path-within.ts';

/**
 * Returns the folder for caches of this user: `TEMPLENS_CACHE`, else `templens` in the system's folder for caches (XDG Base Directory
 * Specification 0.8, `Library/Caches` on macOS, `LOCALAPPDATA` on Windows). Undefined if none exists, or if the variable is empty or not
 * an absolute path.
 */
export function userCacheFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const given = environment.TEMPLENS_CACHE;
  if (given !== undefined) return isAbsolute(given) ? given : undefined;
  const system = systemFolder(environment, platform);
  return system !== undefined && isAbsolute(system) ? join(system, 'templens') : undefined;
}

function systemFolder({ XDG_CACHE_HOME, LOCALAPPDATA }: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  if (platform === 'win32') return LOCALAPPDATA;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache');
}

/** True if the folder is the site's or inside it, links resolved: no cache is kept there, because nothing may be written into the site. */
export function isInSite(folder: string, realRoot: string): boolean {
  return pathWithin(realRoot, realPathOf(folder)) !== undefined;
}

/** Resolves the links of a path, as far as it exists. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPathOf(dirname(path)), basename(path));
  }
}
