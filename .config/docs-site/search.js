// Runs in the browser, bundled: looks up what is typed, in the index that search-index.js leaves.
import MiniSearch from 'minisearch';

const MOST = 8;
const AROUND = 70;
const { root } = document.currentScript.dataset;
const search = MiniSearch.loadJSON(window.templensIndex, {
  fields: ['heading', 'text'],
  storeFields: ['title', 'heading', 'href', 'text'],
});
const box = document.querySelector('#search');
const results = document.querySelector('#results');

function show() {
  const query = box.value.trim();
  results.hidden = query === '';
  const found = search.search(query, {
    boost: { heading: 3 },
    prefix: true,
    fuzzy: term => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  });
  results.replaceChildren(found.length === 0 ? document.createTextNode('Nothing found.') : list(found.slice(0, MOST)));
}

function list(found) {
  const items = document.createElement('ul');
  for (const { title, heading, href, text, terms } of found) {
    const link = Object.assign(document.createElement('a'), { href: `${root}/${href}` });
    const name = Object.assign(document.createElement('b'), { textContent: heading === title ? title : `${title}: ${heading}` });
    link.append(name, document.createElement('br'), excerpt(text, terms));
    const item = document.createElement('li');
    item.append(link);
    items.append(item);
  }
  return items;
}

function excerpt(text, terms) {
  const at = Math.max(0, ...terms.map(term => text.toLowerCase().indexOf(term)));
  const start = Math.max(0, at - AROUND);
  return (start > 0 ? '…' : '') + text.slice(start, at + 2 * AROUND).trim() + (text.length > at + 2 * AROUND ? '…' : '');
}

box.addEventListener('input', show);
addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== box) {
    event.preventDefault();
    box.focus();
  } else if (event.key === 'Escape') {
    box.value = '';
    show();
  }
});
