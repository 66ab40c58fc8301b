import type { GoldRule } from './gold-file.ts';
import { type GoldDocument, type GoldElement, isElement, parseGoldPage } from './gold-labels.ts';

/** Classes of the TECO suite that mark what is not template; what else it marks, such as the main menu, is template. */
const contentClass = /^TECO_(?:notTemplate\d*|mainContent)$/;
const tecoClass = /^TECO_/;
/** White space of HTML: a no-break space may be half of a character, see the caller. */
const space = /[\t\n\f\r ]+/;

/** A page of the TECO suite. */
export interface TecoPage {
  /** It has classes of the suite. */
  labelled: boolean;
  /** The page without them, in the characters that were given. */
  text: string;
  /** Rules that give its nodes their labels, by where they stand. */
  rules: GoldRule[];
}

/**
 * Takes the labels off a page of the TECO suite (Alarte, Insa, Silva, Tamarit): an element of a class `TECO_notTemplate` (also with a
 * number) or `TECO_mainContent` is content with all below it, everything else template. All tokens `TECO_...` are taken out of the class
 * attributes, so that they tell no extractor the labels; nothing else is changed.
 */
export function readTecoPage(html: string): TecoPage {
  const document = parseGoldPage(html);
  const rules: GoldRule[] = [];
  const edits = new Map<number, AttributeLocation>();
  let labelled = false;
  const visit = (element: GoldElement, path: string, inContent: boolean): void => {
    const tokens = element.attribs.class?.split(space) ?? [];
    const isContent = tokens.some(token => contentClass.test(token));
    if (tokens.some(token => tecoClass.test(token))) {
      labelled = true;
      const at = classLocation(element);
      // An element that the parser closes and opens again stands once in the source.
      if (at) edits.set(at.startOffset, at);
    }
    if (isContent && !inContent) rules.push({ css: path, label: 'content' });
    visitChildren(element, path, inContent || isContent);
  };
  const visitChildren = (parent: GoldDocument | GoldElement, path: string, inContent: boolean): void => {
    let place = 0;
    for (const child of parent.children) {
      if (!isElement(child)) continue;
      place++;
      visit(child, path === '' ? child.name : `${path} > ${step(child.name, place)}`, inContent);
    }
  };
  visitChildren(document, '', false);
  let text = html;
  for (const { startOffset, endOffset } of [...edits.values()].sort((a, b) => b.startOffset - a.startOffset)) {
    const left = withoutTecoClasses(text.slice(startOffset, endOffset));
    // Without its classes the attribute goes, and the white space before it.
    const from = left === '' ? startOffset - /[\t\n\f\r ]*$/.exec(text.slice(0, startOffset))![0].length : startOffset;
    text = text.slice(0, from) + left + text.slice(endOffset);
  }
  return { labelled, text, rules };
}

/** A step of a selector that matches one child and no other. Names that a selector would have to escape are skipped. */
function step(name: string, place: number): string {
  return `${/^[a-z][a-z0-9-]*$/.test(name) ? name : ''}:nth-child(${place})`;
}

/** A class attribute as it is written, without the suite's tokens; empty where none is left. */
function withoutTecoClasses(attribute: string): string {
  const [, before = '', quote = '', value = ''] = /^([^=]*=[\t\n\f\r ]*)(["']?)([\s\S]*?)\2$/.exec(attribute) ?? [];
  const left = value.replace(/(^|[\t\n\f\r ])(?:TECO_[^\t\n\f\r ]*(?:[\t\n\f\r ]+|$))+/g, '$1').replace(/[\t\n\f\r ]+$/, '');
  return left === '' ? '' : `${before}${quote}${left}${quote}`;
}

interface AttributeLocation {
  startOffset: number;
  endOffset: number;
}

function classLocation({ sourceCodeLocation }: GoldElement): AttributeLocation | undefined {
  // parse5 gives attributes' places, too; the types of its adapter leave them out.
  return (sourceCodeLocation as { attrs?: Record<string, AttributeLocation> } | null | undefined)?.attrs?.class;
}

/** Does a page still hold classes of the suite, in tags that an HTML parser drops? */
export function hasTecoClasses(text: string): boolean {
  return /class\s*=[^>]*?TECO_/i.test(text);
}
