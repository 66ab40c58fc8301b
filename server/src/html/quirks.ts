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

/** True if a document type declaration (the text between `<!` and `>`) puts the page into quirks mode. */
export function isQuirky(declaration: string): boolean {
  const match = /^doctype\s*([^\s>]*)\s*(?:(public|system)\s*(?:"([^"]*)"|'([^']*)')?\s*(?:"([^"]*)"|'([^']*)')?)?/i.exec(
    declaration,
  );
  if (!match || match[1]!.toLowerCase() !== 'html') return true;
  if (match[2]?.toLowerCase() !== 'public') return /ibm\.com\/data\/dtd\/v11\/ibmxhtml1-transitional/i.test(declaration);
  const publicId = (match[3] ?? match[4] ?? '').toLowerCase();
  const hasSystemId = (match[5] ?? match[6]) !== undefined;
  return (
    quirkyIds.includes(publicId) ||
    quirkyPrefixes.some(prefix => publicId.startsWith(prefix)) ||
    (!hasSystemId && quirkyWithoutSystemId.some(prefix => publicId.startsWith(prefix)))
  );
}
