/**
 * Beginnings of public identifiers, in lower case, that put a page into quirks mode (WHATWG HTML 13.2.6.4.1). In quirks mode, a `table` does
 * not close a `p`.
 */
const quirkyPrefixes = [
  '+//silmaril//dtd html pro v0r11 19970101//',
  '-//as//dtd html 3.0 aswedit + extensions//',
  '-//advasoft ltd//dtd html 3.0 aswedit + extensions//',
  '-//ietf//dtd html',
  '-//metrius//dtd metrius presentational//',
  '-//microsoft//dtd internet explorer ',
  '-//netscape comm. corp.//dtd ',
  "-//o'reilly and associates//dtd html ",
  '-//spyglass//dtd html 2.0 extended//',
  '-//sq//dtd html 2.0 hotmetal + extensions//',
  '-//softquad software//dtd hotmetal pro ',
  '-//softquad//dtd hotmetal pro ',
  '-//sun microsystems corp.//dtd hotjava ',
  '-//w3c//dtd html 3 1995-03-24//',
  '-//w3c//dtd html 3.2',
  '-//w3c//dtd html 4.0 frameset//',
  '-//w3c//dtd html 4.0 transitional//',
  '-//w3c//dtd html experimental ',
  '-//w3c//dtd w3 html 3.0//',
  '-//w3o//dtd w3 html 3.0//',
  '-//w3o//dtd w3 html strict 3.0//',
  '-//webtechs//dtd mozilla html ',
];
/** Beginnings that do so only without a system identifier. */
const quirkyWithoutSystemId = ['-//w3c//dtd html 4.01 frameset//', '-//w3c//dtd html 4.01 transitional//'];
/** Whole public identifiers. */
const quirkyIds = ['-/w3c/dtd html 4.0 transitional/en', 'html', '-//w3o//dtd w3 html strict 3.0//en//'];

/** A system identifier that does so. */
const quirkySystemId = 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd';

/**
 * True if a document type declaration (the text between `<!` and `>`) puts the page into quirks mode. So does a mistake for which the tokenizer
 * sets the force-quirks flag (13.2.5.53 to 13.2.5.66): no or another keyword after the name, no identifier after the keyword, missing quotes.
 */
export function isQuirky(declaration: string): boolean {
  const match = /^doctype\s*([^\s>]*)\s*/i.exec(declaration);
  if (!match || match[1]!.toLowerCase() !== 'html') return true;
  const rest = declaration.slice(match[0].length);
  if (rest === '') return false;
  const keyword = /^(?:public|system)\s*/i.exec(rest)?.[0] ?? '';
  const first = identifierAt(rest, keyword.length);
  if (keyword === '' || !first) return true;
  const isPublic = /^p/i.test(keyword);
  const second = isPublic ? identifierAt(rest, first.end) : first;
  if (!second && first.end < rest.length) return true;
  if (second?.identifier === quirkySystemId) return true;
  return (
    isPublic &&
    (quirkyIds.includes(first.identifier) ||
      quirkyPrefixes.some(prefix => first.identifier.startsWith(prefix)) ||
      (!second && quirkyWithoutSystemId.some(prefix => first.identifier.startsWith(prefix))))
  );
}

/** The quoted identifier at an offset, in lower case, and the offset of what follows it and white space; undefined if there is no whole one. */
function identifierAt(text: string, start: number): { identifier: string; end: number } | undefined {
  const quote = text[start];
  if (quote !== '"' && quote !== "'") return undefined;
  const close = text.indexOf(quote, start + 1);
  if (close < 0) return undefined;
  const end = close + 1 + /^\s*/.exec(text.slice(close + 1))![0].length;
  return { identifier: text.slice(start + 1, close).toLowerCase(), end };
}
