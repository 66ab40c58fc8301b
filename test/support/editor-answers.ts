// Answers of a language server process about three open pages of a site.
import { type RegionsParams, regionsMethod } from 'templens-shared/protocol';
import type { ClientCapabilities } from 'vscode-languageserver';
import type { GoldSite } from './gold.ts';
import { type MeasuredServer, startMeasuredServer } from './measured-server.ts';

/** Numbers of start tags, evenly spread, at which hovers and actions are requested. */
const HOVERS = 40;
const ACTIONS = 8;

const capabilities: ClientCapabilities = {
  general: { positionEncodings: ['utf-16'] },
  workspace: {
    workspaceEdit: { documentChanges: true, resourceOperations: ['create'], changeAnnotationSupport: { groupsOnLabel: true } },
  },
  textDocument: { hover: { contentFormat: ['markdown', 'plaintext'] } },
};

/** The regions, hovers and actions of three pages. @param findings number of findings by page. */
export async function editorAnswers(
  bin: string,
  site: GoldSite,
  findings: ReadonlyMap<string, number>,
): Promise<{ regions: string; hovers: string; actions: string }> {
  const server = await startMeasuredServer(bin, site.pagesFolder, { capabilities, settings: { hover: { details: true } } });
  const regions = new Map<string, RegionsParams>();
  server.connection.onNotification(regionsMethod, (params: RegionsParams) => {
    regions.set(params.uri, params);
  });
  try {
    // A hover may be answered from an earlier state, so wait for a request that needs all pages.
    await settled(server);
    const pages = chosenPages([...site.pages.keys()].sort(), findings).map(page => ({
      page,
      uri: server.uriOf(page),
      text: site.read(page),
    }));
    for (const { uri, text } of pages)
      await server.connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'html', version: 1, text },
      });
    await settled(server);
    const answers = { regions: '', hovers: '', actions: '' };
    for (const { page, uri, text } of pages) {
      answers.regions += `${JSON.stringify(regions.get(uri))}\n`;
      answers.hovers += await hovers(server, uri, text);
      answers.actions += await actions(server, uri, text, page);
    }
    return answers;
  } finally {
    await server.close();
  }
}

/** The first page by path, the middle one, and of the others the one with the most findings, or the last one where there are none. */
function chosenPages(pages: readonly string[], findings: ReadonlyMap<string, number>): string[] {
  const [first, middle] = [pages[0]!, pages[pages.length >> 1]!];
  const others = pages.filter(page => page !== first && page !== middle).reverse();
  const most = others.reduce((best, page) => ((findings.get(page) ?? 0) > (findings.get(best) ?? 0) ? page : best), others[0]!);
  return [first, middle, most];
}

async function settled({ connection }: MeasuredServer): Promise<void> {
  await connection.sendRequest('workspace/executeCommand', { command: 'templens.showGroups' });
}

async function hovers({ connection }: MeasuredServer, uri: string, text: string): Promise<string> {
  let lines = '';
  for (const position of placesIn(text, HOVERS)) {
    const answer = await connection.sendRequest('textDocument/hover', { textDocument: { uri }, position });
    lines += `${JSON.stringify({ position, answer })}\n`;
  }
  return lines;
}

/** With their edits: the actions for all findings of the page, its safe fixes, and the actions at some places. */
async function actions({ connection }: MeasuredServer, uri: string, text: string, page: string): Promise<string> {
  const places = placesIn(text, ACTIONS).map(position => ({ range: { start: position, end: position } }));
  const all = { start: { line: 0, character: 0 }, end: positionAt(text, text.length) };
  let lines = '';
  for (const { range, ...only } of [
    { range: all, only: ['quickfix'] },
    { range: all, only: ['source.fixAll.templens'] },
    ...places,
  ]) {
    const context = { diagnostics: [], ...only };
    const answer = await connection.sendRequest('textDocument/codeAction', { textDocument: { uri }, range, context });
    lines += `${JSON.stringify({ page, range, ...only, answer })}\n`;
  }
  return lines;
}

type Position = { line: number; character: number };

/** Inside the names of at most so many start tags, evenly spread. */
function placesIn(text: string, most: number): Position[] {
  const tags = [...text.matchAll(/<[a-z]/gi)].map(({ index }) => index + 1);
  const step = Math.max(1, tags.length / most);
  return Array.from({ length: Math.min(most, tags.length) }, (_, i) => positionAt(text, tags[Math.floor(i * step)]!));
}

function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length - 1, character: lines.at(-1)!.length };
}
