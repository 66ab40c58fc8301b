import type { OverviewList, SiteOverview } from 'templens-shared/protocol';
import { CancellationTokenSource } from 'vscode-jsonrpc';
import { StormServer } from './storm-server.ts';

/** Milliseconds in which what a server shows may still become right: it looks at all folders after 3 seconds of quiet. */
const LATE = 4000;

/** What a server shows: lines by what they are about, such as the findings of a page. */
type Shown = Map<string, string[]>;

/** Where the server shows something else than a fresh one with the same files, settings and open documents. */
export async function unlikeFresh(server: StormServer): Promise<string[]> {
  if (server.kind.watches) await server.request('workspace/executeCommand', { command: 'templens.reindex' }).catch(() => {});
  const fresh = await StormServer.start(structuredClone(server.given), server.kind);
  try {
    await Promise.all([server.rest(), fresh.rest()]);
    const shouldBe = await shownBy(fresh);
    for (const end = performance.now() + LATE; ; await server.rest()) {
      const problems = [...server.problems, ...fresh.problems];
      if (problems.length > 0) return problems;
      const lines = differences(await shownBy(server), shouldBe);
      if (lines.length === 0 || performance.now() > end) return lines;
    }
  } finally {
    await fresh.end();
  }
}

/** Everything that a server at rest shows and answers about its sites and open documents. */
async function shownBy(server: StormServer): Promise<Shown> {
  const shown: Shown = new Map();
  const add = (what: string, items: readonly unknown[]): void => {
    if (items.length > 0) shown.set(what, [...(shown.get(what) ?? []), ...items.map(item => JSON.stringify(item))]);
  };
  for (const [uri, diagnostics] of await server.diagnostics()) add(`findings of ${uri}`, diagnostics.map(sortedKeys));
  for (const [uri, { regions, absences, parts, ...rest }] of server.regions()) {
    for (const [what, items] of Object.entries({ regions, absences, parts, layout: [rest] })) add(`${what} of ${uri}`, items);
  }
  for (const site of await server.request<SiteOverview[]>('templens/overview')) {
    const { layouts, parts, causes, uri, ...counts } = site;
    add(`counts of ${uri}`, [counts]);
    for (const [what, list] of Object.entries({ layouts, parts, causes })) {
      for (const item of await allItems<Record<string, unknown>>(server, uri, list as OverviewList<never>)) {
        const inner = Object.entries(item).map(async ([key, value]) => [
          key,
          isList(value) ? await allItems(server, uri, value) : value,
        ]);
        add(`${what} in the overview of ${uri}`, [Object.fromEntries(await Promise.all(inner))]);
      }
    }
  }
  const groups = await command<{ site: string; groups: object[] }[]>(server, 'templens.showGroups');
  for (const { site, groups: layouts } of groups) add(`layouts of ${site}`, layouts);
  for (const uri of server.given.documents.keys()) {
    add(`outline of ${uri}`, [await answer(command(server, 'templens.outline', uri))]);
    add(`template of ${uri}`, [await answer(command(server, 'templens.extractTemplate', uri))]);
    const lenses = server.request<unknown[] | null>('textDocument/codeLens', { textDocument: { uri } });
    add(`lenses of ${uri}`, [await answer(lenses)]);
  }
  for (const lines of shown.values()) lines.sort();
  return shown;
}

/** Where two servers show something else: the lines that only one of them shows. */
function differences(is: Shown, shouldBe: Shown): string[] {
  return [...new Set([...is.keys(), ...shouldBe.keys()])].sort().flatMap(what => {
    const [ours, theirs] = [is.get(what) ?? [], shouldBe.get(what) ?? []];
    const [more, less] = [without(ours, theirs), without(theirs, ours)];
    if (more.length === 1 && less.length === 1) return [`${what}: ${around(more[0]!, less[0]!)}`];
    return [
      ...more.slice(0, 3).map(line => `${what}: only here ${cut(line)}`),
      ...less.slice(0, 3).map(line => `${what}: only fresh ${cut(line)}`),
      ...(more.length > 3 || less.length > 3 ? [`${what}: ${more.length} only here, ${less.length} only fresh`] : []),
    ];
  });
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter(line => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Two texts around their first difference. */
function around(here: string, fresh: string): string {
  let at = 0;
  while (here[at] === fresh[at]) at++;
  const from = Math.max(0, at - 60);
  const isOrder = [...here].sort().join('') === [...fresh].sort().join('');
  const order = isOrder ? 'the same in another order: ' : '';
  return `${order}here …${here.slice(from, from + 160)}… fresh …${fresh.slice(from, from + 160)}…`;
}

const cut = (line: string): string => (line.length > 240 ? `${line.slice(0, 240)}…` : line);

function isList(value: unknown): value is OverviewList<unknown> {
  return typeof value === 'object' && value !== null && 'items' in value && 'total' in value;
}

async function allItems<Item>(server: StormServer, site: string, { list, total, items }: OverviewList<Item>): Promise<Item[]> {
  const all = [...items];
  while (all.length < total) {
    const next = await server.request<OverviewList<Item>>('templens/overviewList', { site, list, offset: all.length });
    if (next.items.length === 0) break;
    all.push(...next.items);
  }
  return all;
}

function command<Result>(server: StormServer, command: string, ...args: unknown[]): Promise<Result> {
  const cancel = new CancellationTokenSource();
  return server.request<Result>('workspace/executeCommand', { command, arguments: args }, cancel);
}

/** The result, or the sentence that the request is refused with. */
async function answer(request: Promise<unknown>): Promise<unknown> {
  try {
    return await request;
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

function sortedKeys(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
