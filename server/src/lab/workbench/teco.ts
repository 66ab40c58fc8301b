import type { GoldRule } from './gold-file.ts';
import { type GoldDocument, type GoldElement, isElement, parseGoldPage } from './gold-labels.ts';

/** Classes of the TECO suite that mark content; other classes mark parts of the template, such as the main menu. */
const contentClass = /^TECO_(?:notTemplate\d*|mainContent)$/;
const tecoClass = /^TECO_/;
/** White space of HTML. `\s` includes the no-break space, which may be a byte of another character, since callers pass Latin-1. */
const space = /[\t\n\f\r ]+/;

/** A page of the TECO suite. */
export interface TecoPage {
  /** True if it has classes of the suite. */
  labelled: boolean;
  /** The page without these classes. */
  text: string;
  /** Rules that select the content by position. */
  rules: GoldRule[];
}

/**
 * Reads and removes the labels of a page of the TECO suite (Alarte, Insa, Silva, Tamarit): elements with the class `TECO_notTemplate` (also with
 * a number) or `TECO_mainContent` are content with all their descendants, everything else is template. Removes all classes `TECO_...`, so that
 * they reveal the labels to no extractor, and changes nothing else.
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
      // An element that the parser closes and opens again has two nodes but one tag in the source.
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
    // An attribute without classes is removed with the white space before it.
    const from = left === '' ? startOffset - /[\t\n\f\r ]*$/.exec(text.slice(0, startOffset))![0].length : startOffset;
    text = text.slice(0, from) + left + text.slice(endOffset);
  }
  return { labelled, text, rules };
}

/** A step of a selector that matches exactly one child. Omits names that would need an escape. */
function step(name: string, position: number): string {
  return `${/^[a-z][a-z0-9-]*$/.test(name) ? name : ''}:nth-child(${position})`;
}

/** The source of a class attribute without the suite's classes; empty if no class is left. */
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
  // parse5 also gives the locations of attributes; the types of its adapter omit them.
  return (sourceCodeLocation as { attrs?: Record<string, AttributeLocation> } | null | undefined)?.attrs?.class;
}

/** True if the text still has classes of the suite, which happens in tags that an HTML parser drops. */
export function hasTecoClasses(text: string): boolean {
  return /class\s*=[^>]*?TECO_/i.test(text);
}
