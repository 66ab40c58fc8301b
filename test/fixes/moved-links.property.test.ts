import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Move, movedPath } from '../../server/src/core/edits/moved-address.ts';
import { movedLinkEdits } from '../../server/src/core/edits/moved-links.ts';
import { applyEdits } from '../../server/src/core/edits/text-edit.ts';
import { attributeValue, nodeName } from '../../server/src/html/access.ts';
import { inputs } from '../support/random-inputs.ts';
import { pageSource } from './page-source.ts';

const folders = ['', 'docs/', 'docs/deep/', 'two words/', 'ä&ö/'];
const files = folders.flatMap(folder => ['index.html', 'a.html', 'b c.html', 'x:y.html', '50%.html'].map(name => folder + name));
const targets = ['', 'new/', 'docs/new folder/', 'docs/', 'é/'];
const encode = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** An address by which browsers get from a page to a file. */
function linkTo(page: string, file: string, style: 'root' | 'short' | 'long', fragment: string): string {
  if (style === 'root') return `/${encode(file)}${fragment}`;
  const from = page.split('/').slice(0, -1);
  const to = file.split('/');
  let shared = 0;
  if (style === 'short') while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const way = [...from.slice(shared).map(() => '..'), ...to.slice(shared).map(encodeURIComponent)].join('/');
  return `./${way}${fragment}`;
}

/** Where browsers get to by an address of a page, and the fragment. */
function followed(page: string, address: string): string {
  const url = new URL(address, `http://site/${encode(page)}`);
  return decodeURIComponent(url.pathname.slice(1)) + url.hash;
}

function addresses(page: string, source: string): string[] {
  const { tree } = pageSource(page, source);
  return Array.from({ length: tree.size }, (_, node) => node)
    .filter(node => nodeName(tree, node) === 'a')
    .map(node => attributeValue(tree, source, node, 'href')!);
}

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ from: fc.constantFrom(...files), to: fc.constantFrom(...targets.map(folder => `${folder}moved to.html`)) }),
  fc.record({ from: fc.constantFrom('docs', 'docs/deep', 'two words', 'ä&ö'), to: fc.constantFrom('m', 'm/n o', 'ü/v') }),
);

test('after the moves every link leads to the file that it led to, as browsers follow it; a second time nothing changes', () => {
  let edited = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...files),
      fc.array(fc.tuple(fc.constantFrom(...files), fc.constantFrom('root', 'short', 'long'), fc.constantFrom('', '#top')), {
        minLength: 1,
      }),
      fc.uniqueArray(move, { minLength: 1, maxLength: 2, selector: ({ from }) => from }),
      (page, links, moves) => {
        const source = links
          .map(([file, style, hash]) => `<a href="${linkTo(page, file, style, hash).replaceAll('&', '&amp;')}">x</a>`)
          .join('\n');
        const isPage = (path: string) => files.includes(path);
        const edits = movedLinkEdits(pageSource(page, source), { moves, isPage });
        edited += edits.length;
        const after = applyEdits(source, edits);
        const newPage = movedPath(page, moves);
        expect(addresses(newPage, after).map(address => followed(newPage, address))).toEqual(
          links.map(([file, , hash]) => movedPath(file, moves) + hash),
        );
        expect(movedLinkEdits(pageSource(newPage, after), { moves: [], isPage })).toEqual([]);
      },
    ),
    { numRuns: inputs(500) },
  );
  expect(edited).toBeGreaterThan(inputs(100));
});
