import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OutlineNode, PageRegions } from 'templens-shared/answers';
import type { Finding } from 'templens-shared/findings';
import type { LabelledNode, Verdict } from 'templens-shared/labels';
import { expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { describeEvidence } from '../../server/src/lsp/describe-evidence.ts';
import type { EngineHandle } from '../../server/src/site/engine-handle.ts';
import { isHalfTyped, savedPage } from '../../server/src/site/half-typed.ts';
import { readPage } from '../../server/src/site/read-page.ts';
import { corpusAvailable, corpusFolder } from '../support/corpus.ts';
import { sample, seededRandom } from '../support/drift/random.ts';
import { randomSeed } from '../support/random-seed.ts';
import { openChecked } from './checked-folder.ts';

/** Sites of a run, pages of each that are edited, and pages that are looked at untouched. */
const SITES = 3;
const EDITED = 4;
const UNTOUCHED = 3;

const random = seededRandom(randomSeed());
const fixture = fileURLToPath(new URL('../fixtures/sample-site/pages', import.meta.url));
const corpus = corpusAvailable
  ? readdirSync(corpusFolder)
      .map(site => join(corpusFolder, site, 'pages'))
      .filter(existsSync)
  : [];
const sites = [fixture, ...sample(corpus, SITES, random)];

test.each(sites)('label, hover, outline, regions and findings of every node agree in %s', async root => {
  const site = await editedSite(root);
  const found = (await site.engine.query({ kind: 'check' })).map(({ page }) => page);
  const pages = (await site.engine.query({ kind: 'pages' })).flatMap(({ page, state }) => (state === 'skipped' ? [] : page));
  const edited = sample(pages, EDITED, random);
  for (const page of edited) await site.edit(page);
  for (const page of new Set([...edited, ...sample(found, UNTOUCHED, random), ...sample(pages, UNTOUCHED, random)]))
    await checkPage(site, page);
});

test('a text that all other pages have in other words deviates, everywhere that it is shown', async () => {
  const site = await editedSite(fixture);
  await site.open('cvs.html', text => text.replace('External Tools and Tasks', 'Changed in one page'));
  expect(await checkPage(site, 'cvs.html')).toEqual(['Changed in one page']);
});

/** A site in an engine, with pages open as they are edited. */
class EditedSite {
  readonly engine: EngineHandle;
  readonly #root: string;
  readonly #texts = new Map<string, string>();

  constructor(engine: EngineHandle, root: string) {
    this.engine = engine;
    this.#root = root;
  }

  async source(page: string): Promise<string> {
    return this.#texts.get(page) ?? readPage(this.#root, page);
  }

  /** Is a tag of the page being typed? Its findings are those of its file, moved along, and none of its nodes deviates. */
  async isHalfTyped(page: string): Promise<boolean> {
    const text = this.#texts.get(page);
    if (text === undefined) return false;
    const file = await readPage(this.#root, page);
    const saved = savedPage(file, { digest: digestText(file), features: undefined as never, stamp: undefined });
    return isHalfTyped(text, digestText(text).tree, saved);
  }

  /** Of the open text; undefined for a file. */
  version(page: string): number | undefined {
    return this.#texts.has(page) ? 1 : undefined;
  }

  async open(page: string, edit: (text: string) => string): Promise<void> {
    const text = edit(await this.source(page));
    this.#texts.set(page, text);
    this.engine.send({ command: 'text', page, version: 1, text });
  }

  /** Opens a page with some of its template changed, taken away, repeated or torn. */
  async edit(page: string): Promise<void> {
    const { nodes } = await this.engine.query({ kind: 'classify', page });
    const template = nodes.filter(({ label, start, end }) => label === 'template' && end - start < 400);
    const chosen = sample(template, 3, random).sort((a, b) => b.start - a.start);
    await this.open(page, source => {
      let [text, before] = [source, source.length];
      for (const node of chosen) {
        if (node.end > before) continue;
        text = text.slice(0, node.start) + changed(text.slice(node.start, node.end), node) + text.slice(node.end);
        before = node.start;
      }
      return text;
    });
  }
}

async function editedSite(root: string): Promise<EditedSite> {
  const { engine } = await openChecked(root, { lines: false });
  return new EditedSite(engine, root);
}

function changed(source: string, { kind }: LabelledNode): string {
  switch (Math.floor(random() * 5)) {
    case 0:
      return '';
    case 1:
      return `${source}${source}`;
    case 2:
      return source.slice(0, Math.floor(random() * source.length));
    case 3:
      return kind === 'text' ? ' Something else ' : source.replace(/^<\w+/, '$& class="odd"');
    default:
      return `<p>Nothing that the template has</p>${source}`;
  }
}

/** Compares all answers about one page; gives its deviating regions. */
async function checkPage(site: EditedSite, page: string): Promise<string[]> {
  const { engine } = site;
  const { diagnostics, version } = await engine.query({ kind: 'diagnostics', page });
  const { nodes } = await engine.query({ kind: 'classify', page });
  const outline = await engine.query({ kind: 'outline', page });
  const said = await engine.query({ kind: 'regions', page });
  const source = await site.source(page);
  const at = (offset: number) => `${page}:${offset} ${JSON.stringify(source.slice(offset, offset + 60))}`;
  const verdicts = new Map<number, Verdict>();
  for (const { start, end, label } of nodes) {
    const evidence = (await engine.query({ kind: 'evidence', page, offset: start }))!;
    const verdict = kindAt(said, start);
    verdicts.set(start, evidence.verdict);
    expect.soft({ at: at(start), hover: evidence.verdict }).toEqual({ at: at(start), hover: verdict });
    if (evidence.start === start && evidence.end === end) expect.soft(evidence.label, at(start)).toBe(label);
    expect.soft([evidence.label, 'deviating'], at(start)).toContain(evidence.verdict);
    expect.soft(describeEvidence(evidence, 'plaintext').split(/\W/)[0]!.toLowerCase(), at(start)).toBe(verdict);
    expect
      .soft(
        evidence.differences.some(({ kind }) => kind !== 'missing'),
        at(start),
      )
      .toBe(verdict === 'deviating');
  }
  for (const entry of entriesOf(outline)) expect.soft(entry.label, at(entry.start)).toBe(kindAt(said, entry.start));
  const isTyped = version === site.version(page) && !(await site.isHalfTyped(page));
  const findings = isTyped ? diagnostics.filter(isAboutTemplate) : [];
  const marks = findings.flatMap(finding => [finding, ...(finding.details ?? [])]);
  const isInside = (outer: { start: number; end: number }, { start, end }: { start: number; end: number }): boolean =>
    outer.start <= start && end <= outer.end;
  const deviating = said.regions.filter(({ kind }) => kind === 'deviating');
  for (const mark of marks) {
    if (said.absences.some(absence => isInside(absence, mark))) continue;
    expect
      .soft(
        deviating.some(region => isInside(region, mark)),
        `${at(mark.start)} ${mark.message}`,
      )
      .toBe(true);
    for (const [start, verdict] of verdicts)
      if (mark.start <= start && start < mark.end) expect.soft(verdict, at(start)).toBe('deviating');
  }
  for (const region of deviating)
    expect
      .soft(
        marks.some(mark => isInside(region, mark)),
        at(region.start),
      )
      .toBe(true);
  return deviating.map(({ start, end }) => source.slice(start, end));
}

function kindAt({ regions }: PageRegions, offset: number): Verdict | undefined {
  return regions.find(({ start, end }) => start <= offset && offset < end)?.kind;
}

function entriesOf(nodes: readonly OutlineNode[]): OutlineNode[] {
  return nodes.flatMap(node => [node, ...entriesOf(node.children)]);
}

function isAboutTemplate({ code }: Finding): boolean {
  return !code.startsWith('templens/');
}
