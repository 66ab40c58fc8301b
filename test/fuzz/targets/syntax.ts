// Markup in any order, whole and broken: the scanner gives what htmlparser2's tokenizer gives.
import { syntax as anySyntax, scansDifferently } from '../../support/any-syntax.ts';
import { target } from '../target.ts';

export const syntax = target<string>({
  name: 'syntax',
  inputs: anySyntax(40),
  check(text) {
    if (scansDifferently(text)) throw new Error('The scanner and the tokenizer give different trees.');
  },
  show: text => JSON.stringify(text),
});
