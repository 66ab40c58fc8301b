import { expect, test } from 'vitest';
import { peerNames, peerWords } from '../support/content-peers.ts';

const sentence = 'The old lighthouse keeper wrote down every ship that came by, and what the weather was like on that day. ';
const page = `<!doctype html><title>Title</title><body>
<ul class="nav"><li><a href="a.html">Home</a></li><li><a href="b.html">About us</a></li></ul>
<main><h2>Ships</h2><p>${sentence.repeat(6)}</p></main><table><tr><td>Footer</table>`;

test.each(peerNames)('%s gives the article of a page, and not its menu', async peer => {
  const words = await peerWords(peer, page, 'https://example.org/a.html');
  expect(words.join(' ')).toContain(sentence.trim());
  expect(words).not.toContain('Home');
});
