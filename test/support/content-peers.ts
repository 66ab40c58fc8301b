// Content extractors that other people maintain.
import { htmlWords } from './content-words.ts';
import { peerModule } from './peers.ts';

export const peerNames = ['readability', 'defuddle'] as const;
type PeerName = (typeof peerNames)[number];

/** The words that a peer takes for the main content of a page, in the order of the page. */
export async function peerWords(peer: PeerName, html: string, address: string): Promise<string[]> {
  const peers = await peerModule<{ [Name in PeerName]: (html: string, address: string) => Promise<string> }>('peers.mjs');
  return htmlWords(await peers[peer](html, address));
}
