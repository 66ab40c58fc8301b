import { isHomeName } from '../../html/page-address.ts';

/** Characters. A longer title names no page, and comparing its words with those of the page would take long. */
const LONGEST_TITLE = 1000;
/** What separates the name of a page from that of its site. */
const SEPARATOR = /\s[-\u2013\u2014|:\u00b7\u2022\u00bb/]+\s|[|\u00b7\u2022\u00bb]|:\s/;
/** A separator with nothing before or after it. */
const openEdge = /^(?:[-\u2013\u2014]\s|[|\u00b7\u2022\u00bb])|(?:\s[-\u2013\u2014]|[|\u00b7\u2022\u00bb])$/;
/** Titles that editors give to new pages. */
const editorDefault = /^(?:document|untitled(?:[ -]?document|[ -]?page)?|new page(?: \d{1,3})?)$/i;
/** What programs print for a value that they do not have. */
const noValue = /^(?:NA|N\/A|NaN|null|None|undefined|\[object Object\])$/;

/** The sections of a title, trimmed; none of a title that is too long. */
export function sectionsOf(title: string): string[] {
  return title.length > LONGEST_TITLE ? [] : title.split(SEPARATOR).map(section => section.trim());
}

/** True if a title is an editor's default, or a program left the place for a name empty. @param stem name of the file: a page may be about `null` */
export function isPlaceholder(title: string, stem: string): boolean {
  if (editorDefault.test(title)) return true;
  const sections = sectionsOf(title);
  if (sections.length === 0) return false;
  const about = stem.toLowerCase();
  const isAbout = (text: string): boolean =>
    (text.toLowerCase().match(/[\p{L}\d]{2,}/gu) ?? []).some(word => about.includes(word));
  // What precedes a colon may be the name itself.
  const isPrefix = title.endsWith(':') && !isHomeName(about) && !isAbout(title);
  return isPrefix || openEdge.test(title) || sections.some(section => noValue.test(section) && !isAbout(section));
}
