import { html, parse } from 'parse5';
import { expect, test } from 'vitest';
import { isQuirky } from '../../server/src/html/quirks.ts';

const strict = '-//W3C//DTD HTML 4.01//EN';
const transitional = '-//W3C//DTD HTML 4.01 Transitional//EN';

test.each([
  'doctype html',
  'DOCTYPE  HTML ',
  'doctype',
  'doctype svg',
  'doctype html PUBLIC',
  'doctype html SYSTEM',
  'doctype html foo',
  'doctype html public x',
  'doctype html system x',
  'doctype html system "about:legacy-compat"',
  "doctype html system'about:legacy-compat' x",
  'doctype html system "about:legacy-compat',
  'doctype html system "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"',
  'doctype html public "x" "http://www.IBM.com/data/dtd/v11/ibmxhtml1-transitional.dtd"',
  'doctype html system "x-http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"',
  `doctype html public "${strict}"`,
  `doctype html public"${strict}""http://www.w3.org/TR/html4/strict.dtd"`,
  `doctype html public "${strict}" x`,
  `doctype html public "${transitional}"`,
  `doctype html public "${transitional}" ''`,
  `doctype html public '${transitional}' "http://www.w3.org/TR/html4/loose.dtd"`,
  'doctype html public "html"',
  'doctype html public "-//W3C//DTD HTML 3.2 Final//EN" "x"',
  'doctype html public "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"',
])('<!%s> is in the mode that parse5 gives it', declaration => {
  expect(isQuirky(declaration)).toBe(parse(`<!${declaration}><p>`).mode === html.DOCUMENT_MODE.QUIRKS);
});
