// Runs in the browser, bundled: the page to try Templens on. The engine is in a worker; this file shows its answers.
import { counted } from 'templens-shared/counted';
import { droppedFiles } from './dropped.js';
import { element, showFindings, showPages, showParts, showSource, showSplits, showVersions } from './show.js';

const byId = id => document.getElementById(id);
/** Views of a page: `marked` source, or its `content` alone. */
let view = 'marked';
/** The page that is shown, as the worker answered. */
let shown;
let worker;
/** Causes of findings of the site. */
let causes = [];
let lastId = 0;
const waiting = new Map();

/** Returns what a block of the page contains, which the build compressed. */
async function unpacked(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent), character => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
}

/** Starts a worker for a site; the worker of the last site ends. */
async function start(request) {
  worker?.terminate();
  waiting.clear();
  byId('results').hidden = true;
  say('Reading the pages…');
  const code = URL.createObjectURL(new Blob([await unpacked('worker-code')], { type: 'text/javascript' }));
  worker = new Worker(code);
  URL.revokeObjectURL(code);
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = ({ message }) => fail(`The engine stopped: ${message}. Please report this.`);
  worker.postMessage(request);
}

function receive(reply) {
  if (reply.kind === 'progress') {
    byId('progress').hidden = false;
    byId('progress').max = Math.max(reply.total, 1);
    byId('progress').value = reply.done;
  } else if (reply.kind === 'failed') fail(reply.message);
  else if (reply.kind === 'site') showSite(reply);
  else {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  }
}

function ask(question) {
  const id = ++lastId;
  worker.postMessage({ ...question, id });
  return new Promise(resolve => waiting.set(id, resolve));
}

function say(text) {
  byId('status').className = '';
  byId('status').textContent = text;
}

function fail(message) {
  say(message);
  byId('status').className = 'failed';
  byId('progress').hidden = true;
}

function showSite(site) {
  byId('progress').hidden = true;
  byId('results').hidden = false;
  causes = site.causes;
  say(`${counted(site.pages, 'page')} compared; ${counted(site.causes.length, 'finding')}.`);
  byId('figures').replaceChildren(
    figure(site.pages, 'page'),
    figure(site.layouts.length, 'layout'),
    figure(site.parts.length, 'part'),
    figure(site.causes.length, 'finding'),
  );
  byId('skipped').replaceChildren(...site.skipped.map(sentence => element('li', {}, sentence)));
  byId('findings').replaceChildren(...showFindings(site.causes, place => openPage(place.page, place)));
  byId('splits').replaceChildren(...showSplits(site.splits));
  byId('parts').replaceChildren(
    ...showParts(site.parts, async (part, target) =>
      target.replaceChildren(...showVersions((await ask({ kind: 'part', part })).versions)),
    ),
  );
  byId('pages').replaceChildren(...showPages(site.layouts, page => openPage(page)));
  const first = site.causes[0]?.places[0]?.page ?? site.layouts[0]?.pages[0];
  if (first !== undefined) openPage(first, undefined, false);
  byId('overview').focus();
}

/** A number over its noun. */
function figure(count, noun) {
  const [number, ...name] = counted(count, noun).split(' ');
  return element('div', {}, element('dt', {}, name.join(' ')), element('dd', {}, number));
}

/** Shows a page. @param place of a finding, to scroll to. @param focuses moves the focus to the page. */
async function openPage(page, place, focuses = true) {
  shown = await ask({ kind: 'page', page });
  const { layout, pages, templateShare } = shown.regions;
  byId('page-name').textContent = page;
  byId('page-facts').textContent = `${layout}, one of ${counted(pages, 'page')}; ${Math.round(templateShare * 100)} % template`;
  for (const link of byId('pages').querySelectorAll('.link')) {
    if (link.dataset.page === page) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  if (place) view = 'marked';
  showView();
  if (focuses) byId('page-name').focus();
  if (place) byId('source').querySelector(`[data-start="${place.start}"]`)?.scrollIntoView({ block: 'center' });
}

function showView() {
  for (const name of ['marked', 'content']) byId(`show-${name}`).setAttribute('aria-pressed', `${name === view}`);
  if (!shown) return;
  const here = causes.flatMap(({ message, places }) =>
    places.filter(({ page }) => page === byId('page-name').textContent).map(place => ({ ...place, message })),
  );
  byId('source').replaceChildren(
    ...(view === 'marked' ? showSource(shown.source, shown.regions.regions, here) : [shown.content]),
  );
}

for (const name of ['marked', 'content'])
  byId(`show-${name}`).onclick = () => {
    view = name;
    showView();
  };
byId('choose-folder').onclick = () => byId('folder').click();
byId('choose-zip').onclick = () => byId('zip').click();
byId('choose-sample').onclick = async () => {
  const files = Object.entries(JSON.parse(await unpacked('sample-files')));
  start({ kind: 'folder', files: files.map(([path, text]) => ({ path, file: new Blob([text]) })) });
};
byId('folder').onchange = ({ target }) => {
  const files = [...target.files].map(file => ({ path: file.webkitRelativePath || file.name, file }));
  target.value = '';
  if (files.length > 0) start({ kind: 'folder', files });
};
byId('zip').onchange = ({ target }) => {
  const [file] = target.files;
  target.value = '';
  if (file) start({ kind: 'zip', file });
};
byId('licences').ontoggle = async () => {
  byId('notices').textContent ||= await unpacked('notices-text');
};
for (const type of ['dragenter', 'dragover'])
  document.addEventListener(type, event => {
    event.preventDefault();
    byId('drop').classList.add('over');
  });
document.addEventListener('dragleave', event => {
  if (!event.relatedTarget) byId('drop').classList.remove('over');
});
document.addEventListener('drop', async event => {
  event.preventDefault();
  byId('drop').classList.remove('over');
  const files = await droppedFiles(event.dataTransfer);
  if (files.length === 1 && /\.zip$/i.test(files[0].path)) start({ kind: 'zip', file: files[0].file });
  else if (files.length > 0) start({ kind: 'folder', files });
  else fail('What was dropped is neither a folder nor a file. Drop a folder of pages or a ZIP file.');
});
