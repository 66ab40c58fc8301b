// What the programs that ours are compared with do with the text of one page, by the name of the program; see docs/lab/performance.md.
import { Readability } from '@mozilla/readability';
import { HtmlValidate } from 'html-validate';
import htmlhint from 'htmlhint';
import { parseHTML } from 'linkedom';
import { parse } from 'parse5';

const validator = new HtmlValidate({ extends: ['html-validate:recommended'] });

export const work = {
  parse5: html => parse(html),
  'linkedom + Readability': html => new Readability(parseHTML(html).document).parse(),
  HTMLHint: html => htmlhint.HTMLHint.verify(html),
  'html-validate': html => validator.validateStringSync(html),
};
