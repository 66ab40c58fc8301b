// Content extractors that other people maintain (test/peers), which are installed when they are asked for the first time.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { htmlWords } from './content-words.ts';

export const peerNames = ['readability', 'defuddle'] as const;
type PeerName = (typeof peerNames)[number];

/** The words that a peer takes for the main content of a page, in the order of the page. */
export async function peerWords(peer: PeerName, html: string, address: string): Promise<string[]> {
  const folder = resolve('test/peers');
  if (!existsSync(join(folder, 'node_modules')))
    execSync('npm ci --ignore-scripts --no-audit --no-fund --silent', { cwd: folder, stdio: ['ignore', 2, 2] });
  const peers = (await import(pathToFileURL(join(folder, 'peers.mjs')).href)) as {
    [Name in PeerName]: (html: string, address: string) => Promise<string>;
  };
  return htmlWords(await peers[peer](html, address));
}
