// Tags in any order: the tree is that of parse5, but for what decision 1 names.
import fc from 'fast-check';
import { alphabets, differencesFromParse5, tagsOf } from '../../support/any-tags.ts';
import { target } from '../target.ts';

export const tags = target<string>({
  name: 'tags',
  inputs: fc.oneof(...alphabets.map(names => tagsOf(names, 30))),
  check(text) {
    const differences = differencesFromParse5(text);
    if (differences.length > 0) throw new Error(differences.join('\n'));
  },
  show: text => JSON.stringify(text),
});
