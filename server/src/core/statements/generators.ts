/** Files in the root folder of a package: manifests of package managers for web pages and of icon fonts, and licences. */
export const packageFiles = [
  ...['package.json', 'bower.json', 'component.json', 'composer.json', 'selection.json'],
  ...['LICENSE', 'LICENSE.txt', 'LICENSE.md', 'license.txt', 'COPYING', 'COPYING.txt'],
] as const;

/** Names and marks of editors and theme vendors: pages with them are written by people. No other file lists products. */
const editors =
  /dreamweaver|frontpage|microsoft word|mso-|microsoft (?:excel|publisher|visual studio|expression)|\bmm_|instancebegin|begineditable|beginlibraryitem|netobjects|golive|homesite|hotdog|pagemill|kompozer|nvu|composer|bluegriffon|amaya|bluefish|brackets|notepad|rapidweaver|iweb|web ?page ?maker|webplus|serif|mobirise|vvveb|arachnophilia|coffeecup|namo|hotmetal|claris|aolpress|netscape|mozilla\/|html tidy|libreoffice|openoffice|staroffice|saved from url|httrack|colorlib|html5 ?up|bootstrapmade|templatemo|html5 boilerplate|w3layouts|untree|themefisher/i;

/** Notes that generators leave in pages. */
const notes =
  /\b(?:generated|created|built|produced|made|converted|exported|published|compiled|powered)\b[^<>]{0,40}\b(?:by|with|from|using|on|at)\b|do not edit|automatically generated|\bgenerator\b/i;

/** Notes that generators leave in what readers see; people write there who made the page, and for whom. */
const visibleNotes =
  /\b(?:generated|compiled|converted|exported|rendered)\b[^<>]{0,40}\b(?:by|with|from|using|on|at)\b|\b(?:created|built|powered|made)\s+(?:using|with)\b|\bpowered by\b|do not edit/i;

/** True for a text of the page that says that a generator wrote it. */
export function isGeneratorNote(text: string): boolean {
  return visibleNotes.test(text);
}

/** Tells from a comment, or from the content of `<meta name="generator">`, what wrote the page; undefined if it does not say. */
export function generatorOf(text: string): 'editor' | 'generator' | undefined {
  if (editors.test(text)) return 'editor';
  return notes.test(text) ? 'generator' : undefined;
}
