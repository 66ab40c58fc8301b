// Makes the elements that show the worker's answers. All texts of pages are set as text, never as HTML.
import { counted } from 'templens-shared/counted';

/** Places and pages that a list shows before "and 12 more". */
const MOST_LISTED = 20;

/** Returns an element with properties and children. */
export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A block for each mistake. @param open is called with a place. */
export function showFindings(causes, open) {
  if (causes.length === 0) return [element('p', {}, 'No findings: every page agrees with the others.')];
  return causes.map(({ message, severity, confidence, places }) => {
    const items = places.slice(0, MOST_LISTED).map(place => {
      const button = element(
        'button',
        { type: 'button', className: 'link place', onclick: () => open(place) },
        `${place.page}:${place.line}`,
      );
      return element('li', {}, button);
    });
    if (places.length > MOST_LISTED) items.push(element('li', {}, `and ${places.length - MOST_LISTED} more`));
    return element(
      'div',
      { className: 'finding' },
      element('span', { className: `severity ${severity}` }, severity),
      ` `,
      element('small', {}, `${Math.round(confidence * 100)} % sure`),
      element('p', {}, message),
      element('ul', {}, ...items),
    );
  });
}

/** A block for each part, which opens to its versions. @param open fills the block of a part. */
export function showParts(parts, open) {
  if (parts.length === 0) return [element('p', {}, 'The pages share no parts.')];
  return parts.map(({ id, name, pages, versions }) => {
    const list = element('ul', {});
    const block = element(
      'details',
      { className: 'part' },
      element('summary', {}, element('b', {}, name), `, ${counted(versions.length, 'version')} on ${counted(pages, 'page')}`),
      list,
    );
    block.addEventListener('toggle', () => open(id, list), { once: true });
    return block;
  });
}

/** A sentence for each part with several common versions that nothing explains. */
export function showSplits(splits) {
  return splits.map(({ name, language, versions }) => {
    const pages = versions.map(version => version.pages).join(' and ');
    const where = language === undefined ? '' : ` in ${language}`;
    return element('li', {}, `The ${name}${where} has ${counted(versions.length, 'common version')}, on ${pages} pages.`);
  });
}

/** An entry for each version of a part: its pages, and how it differs from the most common one. */
export function showVersions(versions) {
  return versions.map(({ pages, words }, index) => {
    const shown =
      pages.slice(0, MOST_LISTED).join(', ') + (pages.length > MOST_LISTED ? ` and ${pages.length - MOST_LISTED} more` : '');
    const places = words.map(place =>
      element(
        'div',
        { className: 'words' },
        ...place.map(({ kind, text }) => (kind === 'same' ? text : element(kind === 'missing' ? 'del' : 'ins', {}, text))),
      ),
    );
    const title = index === 0 ? 'Most common' : `Version ${index + 1}`;
    return element('li', {}, element('b', {}, title), ` on ${counted(pages.length, 'page')}: ${shown}`, ...places);
  });
}

/** A list of pages for each layout. @param open is called with a page. */
export function showPages(layouts, open) {
  return layouts.map(({ layout, pages, templateShare }, index) => {
    const items = pages.map(page => {
      const button = element('button', { type: 'button', className: 'link', onclick: () => open(page) }, page);
      button.dataset.page = page;
      return element('li', {}, button);
    });
    return element(
      'details',
      { open: index === 0 },
      element(
        'summary',
        {},
        element('b', {}, layout),
        `, ${counted(pages.length, 'page')}, ${Math.round(templateShare * 100)} % template`,
      ),
      element('ul', {}, ...items),
    );
  });
}

/** The source of a page in pieces: regions in their colours, findings as marks. */
export function showSource(source, regions, findings) {
  const cuts = new Set([0, source.length]);
  for (const { start, end } of [...regions, ...findings]) cuts.add(start).add(end);
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(0, -1).map((start, index) => {
    const end = places[index + 1];
    const text = source.slice(start, end);
    const finding = findings.find(each => each.start <= start && end <= each.end);
    const kind = regions.find(each => each.start <= start && end <= each.end)?.kind;
    if (!finding) return kind === undefined ? text : element('span', { className: kind }, text);
    const mark = element('mark', { title: finding.message }, text);
    if (finding.start === start) mark.dataset.start = `${start}`;
    return mark;
  });
}
