// A worker of the page to try Templens on: it reads what is dropped, and answers questions about it. It has no network.

import type { PageRegions } from 'templens-shared/answers';
import { type Cause, causeMessage, groupByCause, severityNoun } from 'templens-shared/causes';
import type { GroupSummary } from 'templens-shared/labels';
import type { PartSplit, PartSummary, PartVersionDetail } from 'templens-shared/parts';
import { BrowserSite } from './browser-site.ts';
import { DroppedError, type DroppedFile, type DroppedSite, readFolder, readZip } from './dropped-files.ts';

/** What the page asks the worker. `id` is in the reply. */
export type BrowserRequest =
  | { kind: 'folder'; files: DroppedFile[] }
  | { kind: 'zip'; file: Blob }
  | { kind: 'page'; id: number; page: string }
  | { kind: 'part'; id: number; part: string };

/** A mistake as the page shows it: what is wrong, and where. */
interface ShownCause {
  message: string;
  severity: string;
  confidence: number;
  places: { page: string; start: number; end: number; line: number }[];
}

/** What the worker tells the page. */
export type BrowserReply =
  | { kind: 'progress'; done: number; total: number }
  | {
      kind: 'site';
      pages: number;
      skipped: string[];
      layouts: GroupSummary[];
      parts: PartSummary[];
      splits: PartSplit[];
      causes: ShownCause[];
    }
  | { kind: 'page'; id: number; source: string; regions: PageRegions; content: string }
  | { kind: 'part'; id: number; versions: PartVersionDetail[] }
  | { kind: 'failed'; message: string };

/** The global scope of the worker, as far as it is used. */
const scope = globalThis as unknown as {
  onmessage: (event: { data: BrowserRequest }) => void;
  postMessage(reply: BrowserReply): void;
};

let site: BrowserSite | undefined;
let texts: ReadonlyMap<string, string> = new Map();

scope.onmessage = ({ data }) => {
  answer(data).then(
    reply => scope.postMessage(reply),
    error => scope.postMessage({ kind: 'failed', message: messageOf(error) }),
  );
};

async function answer(request: BrowserRequest): Promise<BrowserReply> {
  switch (request.kind) {
    case 'folder':
      return open(await readFolder(request.files));
    case 'zip':
      return open(await readZip(request.file));
    case 'page':
      return pageReply(request.id, request.page);
    case 'part':
      return {
        kind: 'part',
        id: request.id,
        versions: (await opened().ask({ kind: 'partVersions', part: request.part, words: true })) ?? [],
      };
  }
}

async function open(dropped: DroppedSite): Promise<BrowserReply> {
  site = await BrowserSite.open(dropped, event => {
    if (event.event === 'progress') scope.postMessage({ kind: 'progress', done: event.done, total: event.total });
  });
  texts = dropped.texts;
  const { groups } = await site.ask({ kind: 'grouping', level: 'layout' });
  // Parts with several versions are of interest; the order stays that of the engine otherwise.
  const parts = (await site.ask({ kind: 'parts' })).toSorted((a, b) => b.versions.length - a.versions.length);
  const findings = (await site.ask({ kind: 'check' })).flatMap(({ diagnostics }) => diagnostics);
  const splits = await site.ask({ kind: 'splits' });
  return {
    kind: 'site',
    pages: texts.size,
    skipped: [...dropped.skipped, ...site.problems],
    layouts: groups,
    parts,
    splits,
    causes: groupByCause(findings).map(shownCause),
  };
}

function shownCause(cause: Cause): ShownCause {
  return {
    message: causeMessage(cause),
    severity: severityNoun(cause.severity),
    confidence: cause.confidence,
    places: [cause.first, ...cause.others].map(({ page, start, end, line }) => ({ page, start, end, line })),
  };
}

async function pageReply(id: number, page: string): Promise<BrowserReply> {
  const regions = await opened().ask({ kind: 'regions', page });
  const content = await opened().ask({ kind: 'extract', page, what: 'content', format: 'text' });
  return { kind: 'page', id, source: texts.get(page)!, regions, content };
}

function opened(): BrowserSite {
  if (!site) throw new DroppedError('No site is open.');
  return site;
}

function messageOf(error: unknown): string {
  if (error instanceof DroppedError) return error.message;
  return `Templens failed on this site: ${error instanceof Error ? error.message : error}. Please report this.`;
}
