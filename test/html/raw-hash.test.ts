import { expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { nodeName } from '../../server/src/html/access.ts';
import { rawHash } from '../../server/src/html/raw-hash.ts';
import { subtreeHashes } from '../../server/src/html/subtree-hashes.ts';

/** Both hashes of the page's `nav`: as written, and normalised. */
function hashesOfNav(source: string): { raw: string; normalised: string } {
  const page = parsePage(source);
  const nav = Array.from({ length: page.size }, (_, node) => node).find(node => nodeName(page, node) === 'nav')!;
  const normalised = subtreeHashes(page, source);
  return { raw: rawHash(page, source, nav).join(), normalised: `${normalised[nav * 2]},${normalised[nav * 2 + 1]}` };
}

const nav = '<nav class="a b"><a href=x>Home</a></nav>';

test('the same source has the same raw hash wherever it stands', () => {
  expect(hashesOfNav(`<p>before${nav}`)).toEqual(hashesOfNav(`<title>t</title>${nav}<p>after`));
});

test('another spelling of the same has another raw hash and the same normalised one', () => {
  const other = hashesOfNav("<nav class='b a'><a href=x>Home</a></nav>");
  expect(other.normalised).toBe(hashesOfNav(nav).normalised);
  expect(other.raw).not.toBe(hashesOfNav(nav).raw);
});
