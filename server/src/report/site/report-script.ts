/**
 * The report's script. Without it, the report is one long document. With it, the address chooses what is shown: a `.view` (overview, findings,
 * parts, layouts), one `.detail` of a view (a part, a layout), or the view or detail around the element with the address as its id. Lists
 * with `data-pager` are divided into pages. For printing, everything is shown.
 */
export const reportScript = `
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const root = document.documentElement;
const views = all('.view');
const form = document.querySelector('.filters');
const search = document.querySelector('#search');
const results = document.querySelector('#results');
const title = document.title;
root.classList.add('paged');

// Pages of long lists.
const pagers = new Map();
const textIn = (item, word) => { item.textContent = word; return item; };
const addPager = list => {
  const nav = document.createElement('nav');
  const button = word => textIn(nav.appendChild(document.createElement('button')), word);
  const back = button('Previous'), note = nav.appendChild(document.createElement('span')), next = button('Next');
  const pager = { list, size: Number(list.dataset.pager), at: 0 };
  nav.className = 'pager';
  nav.setAttribute('aria-label', 'Pages of ' + list.dataset.name);
  note.setAttribute('role', 'status');
  pager.draw = () => {
    const items = [...list.children].filter(item => !item.hidden);
    const last = Math.max(0, Math.ceil(items.length / pager.size) - 1);
    pager.at = Math.min(pager.at, last);
    const first = pager.at * pager.size;
    items.forEach((item, at) => item.classList.toggle('away', at < first || at >= first + pager.size));
    nav.hidden = last === 0;
    note.textContent = (first + 1) + ' to ' + Math.min(items.length, first + pager.size) + ' of ' + items.length;
    back.disabled = pager.at === 0;
    next.disabled = pager.at === last;
  };
  const turn = step => {
    pager.at += step;
    pager.draw();
    list.closest('.detail, .view').scrollIntoView();
  };
  back.type = next.type = 'button';
  back.addEventListener('click', () => turn(-1));
  next.addEventListener('click', () => turn(1));
  (list.closest('table') ?? list).after(nav);
  pagers.set(list, pager);
  pager.draw();
};

// Filters of the findings.
const filter = () => {
  const severities = new Set(all('input:checked', form).map(box => box.value));
  const chosen = all('select', form).filter(select => select.value !== '');
  const items = all('#findings .finding');
  for (const item of items) {
    item.hidden = !severities.has(item.dataset.severity) || chosen.some(({ name, value }) => item.dataset[name] !== value);
  }
  const shown = items.filter(item => !item.hidden).length;
  form.querySelector('#count').textContent = shown + (shown === 1 ? ' finding' : ' findings');
};
const refilter = () => {
  filter();
  const pager = pagers.get(document.querySelector('#causes'));
  pager.at = 0;
  pager.draw();
};
/** Sets the filters to what a link says, such as severity=warning, and the others to their defaults. */
const filterBy = wanted => {
  form.reset();
  for (const [name, value] of new URLSearchParams(wanted)) {
    if (name === 'severity') for (const box of all('input', form)) box.checked = box.value === value;
    else form.elements[name].value = value;
  }
  refilter();
};

// Shows a view, or one part or layout of it, and opens what a link leads to.
const show = (view, detail) => {
  for (const each of views) each.classList.toggle('shown', each === view);
  for (const each of all('.detail.shown')) each.classList.remove('shown');
  detail?.classList.add('shown');
  view.classList.toggle('in-detail', Boolean(detail));
  for (const link of all('header nav a')) {
    if (link.hash === '#' + view.id) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
};
const reveal = target => {
  for (let item = target; item !== null; item = item.parentElement) {
    if (item.localName === 'details') item.open = true;
    if (item.hidden) filterBy('');
    const pager = pagers.get(item.parentElement);
    if (!pager) continue;
    pager.at = Math.floor([...pager.list.children].filter(each => !each.hidden).indexOf(item) / pager.size);
    pager.draw();
  }
};
const route = () => {
  let id = location.hash.slice(1);
  try { id = decodeURIComponent(id); } catch {}
  const target = document.getElementById(id)?.closest('.view') ? document.getElementById(id) : views[0];
  const view = target.closest('.view'), detail = target.closest('.detail');
  search.value = '';
  reveal(target);
  show(view, detail);
  const heading = (detail ?? view).querySelector(detail ? 'h3' : 'h2');
  document.title = heading.textContent + ' - ' + title;
  if (target === view || target === detail) {
    scrollTo(0, 0);
    heading.tabIndex = -1;
    if (location.hash) heading.focus({ preventScroll: true });
  } else target.scrollIntoView({ block: 'center' });
};

// Search in all of the report.
let entries;
/** What can be found: the element, its words in lower case, its kind. */
const entriesOf = () => [
  ...all('.finding').map(item => [item, item.textContent, 'finding']),
  ...all('.detail, [data-part-row]').map(item => [item, item.querySelector('h3, th').textContent, item.dataset.kind]),
  ...all('tr[id^="page-"]').map(item => [item, item.querySelector('th').textContent, 'page']),
].map(([item, text, kind]) => ({ item, text: text.toLowerCase(), kind }));
const labelOf = ({ item, kind }) => kind === 'finding'
  ? item.querySelector('h3').textContent + ': ' + item.querySelector('p').textContent
  : item.querySelector('h3, th').textContent;
const find = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  if (words.length === 0) return route();
  entries ??= entriesOf();
  const found = entries.filter(({ text }) => words.every(word => text.includes(word)));
  results.querySelector('[role=status]').textContent =
    found.length + (found.length === 1 ? ' match' : ' matches') + (found.length > 100 ? ', the first 100 shown' : '') + ' in this report';
  results.querySelector('ul').replaceChildren(...found.slice(0, 100).map(entry => {
    const row = document.createElement('li'), link = document.createElement('a');
    link.href = '#' + entry.item.id;
    link.textContent = labelOf(entry);
    row.append(textIn(Object.assign(document.createElement('span'), { className: 'kind' }), entry.kind), ' ', link);
    return row;
  }));
  show(results);
};

if (form) {
  form.hidden = false;
  form.addEventListener('input', refilter);
  form.addEventListener('submit', event => event.preventDefault());
  filter();
}
all('[data-pager]').forEach(addPager);
search.form.hidden = false;
search.form.addEventListener('submit', event => {
  event.preventDefault();
  results.querySelector('a')?.click();
});
search.addEventListener('input', find);
search.addEventListener('keydown', event => {
  if (event.key !== 'Escape') return;
  search.value = '';
  route();
});
addEventListener('keydown', event => {
  if (event.key !== '/' || event.target.closest('input, select, textarea')) return;
  event.preventDefault();
  search.focus();
});
addEventListener('click', event => {
  const link = event.target.closest('a[href^="#"]');
  if (!link) return;
  if (link.dataset.filter !== undefined) filterBy(link.dataset.filter);
  // A link to the present address does not change it.
  if (link.hash === location.hash) route();
});
addEventListener('hashchange', route);
route();

let opened = [];
addEventListener('beforeprint', () => {
  opened = all('details:not([open])');
  for (const details of opened) details.open = true;
});
addEventListener('afterprint', () => {
  for (const details of opened) details.open = false;
});
`;
