// Texts whose trees once had children outside of their parents, or were those of no HTML5 parser.
import { expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { differencesFromParse5 } from '../support/any-tags.ts';
import { checkTree } from '../support/check-tree.ts';

test.each(['<a><li></a></li>', '<![CDATA[ <b>x</b> <p>rest', '<b><frameset>x', '<noscript><a</noscript><m>', '<math><desc><td>'])(
  '%s has its nodes inside one another, and the tree of an HTML5 parser',
  text => {
    checkTree(parsePage(text), text);
    expect(differencesFromParse5(text)).toEqual([]);
  },
);
