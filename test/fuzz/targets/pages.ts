// Any text: no exception, and every offset of the tree where it should be.
import { parsePage } from '../../../server/src/core/directives/parse-page.ts';
import { anyPage } from '../../support/any-page.ts';
import { checkTree } from '../../support/check-tree.ts';
import { target } from '../target.ts';

export const pages = target<string>({
  name: 'pages',
  inputs: anyPage,
  check: text => checkTree(parsePage(text), text),
  show: text => JSON.stringify(text),
});
