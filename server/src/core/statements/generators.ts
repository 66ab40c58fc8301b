/** Programs with which people edit pages by hand: what they leave in a page. The only list of products by which findings are judged. */
const editors =
  /dreamweaver|frontpage|microsoft word|mso-|microsoft (?:excel|publisher|visual studio|expression)|\bmm_|instancebegin|begineditable|beginlibraryitem|netobjects|golive|homesite|hotdog|pagemill|kompozer|nvu|composer|bluegriffon|amaya|bluefish|brackets|notepad|rapidweaver|iweb|web ?page ?maker|webplus|serif|mobirise|vvveb|arachnophilia|coffeecup|namo|hotmetal|claris|aolpress|netscape|mozilla\/|html tidy|libreoffice|openoffice|staroffice|saved from url|httrack|colorlib|html5 ?up|bootstrapmade|templatemo|html5 boilerplate|w3layouts|untree|themefisher/i;

/** Notes that a program leaves in the pages that it writes. */
const notes =
  /\b(?:generated|created|built|produced|made|converted|exported|published|compiled|powered)\b[^<>]{0,40}\b(?:by|with|from|using|on|at)\b|do not edit|automatically generated|\bgenerator\b/i;

/** What a comment or the name of a generator says of who writes a page; undefined where it says nothing. */
export function generatorOf(text: string): 'editor' | 'generator' | undefined {
  if (editors.test(text)) return 'editor';
  return notes.test(text) ? 'generator' : undefined;
}
