import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CancellationTokenSource } from 'vscode-jsonrpc';
import { FileChangeType } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { operate } from '../../site/disk-operations.ts';
import { type StormServer, uriAt } from './storm-server.ts';
import { editorValues, settingValues, wrongConfigurations } from './storm-settings.ts';

/** What a storm works on. */
export interface StormPlace {
  server: StormServer;
  /** Paths of folders: the first is the site, the others are opened beside it at times. */
  folders: readonly string[];
  /** The client reports what happens on disk. */
  watches: boolean;
  /** Kinds of operation that do not come. */
  without: readonly string[];
}

interface Step extends StormPlace {
  random(): number;
  pick<T>(list: readonly T[]): T;
  /** Number of the operation. */
  count: number;
}

type Operation = (step: Step) => string;

/** How often a kind of operation comes, and what it does; each returns what it did. */
const operations: readonly (readonly [kind: string, weight: number, operation: Operation])[] = [
  ['open', 18, open],
  ['type', 26, step => type(step, edited)],
  ['half', 8, step => type(step, halfTypedText)],
  ['save', 8, save],
  ['close', 10, close],
  ['disk', 34, onDisk(({ folders, random, count }) => operate(folders[0]!, random, count))],
  ['configuration', 5, onDisk(writeConfiguration)],
  ['settings', 8, changeSettings],
  ['folders', 5, changeFolders],
  ['crash', 3, ({ server }) => (server.crash() ? 'crash' : 'no crash')],
  ['request', 12, request],
];

/** Every operation as often as its weight. */
const drawn = operations.flatMap(([kind, weight, operation]) => Array.from({ length: weight }, () => [kind, operation] as const));

/** One operation of a random kind. */
export function stormOperation(place: StormPlace, random: () => number, count: number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const [kind, operation] = pick(drawn);
  return place.without.includes(kind) ? `no ${kind}` : operation({ ...place, random, pick, count });
}

/** Paths of the pages on disk. */
function pagesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => !entry.isDirectory() && /\.html?$/i.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function open({ server, folders, pick, random, count }: Step): string {
  const pages = pagesIn(folders[0]!);
  const source = pick(pages);
  const isNew = random() < 0.15 || source === undefined;
  const path = isNew ? join(folders[0]!, `unsaved-${count}.html`) : source;
  if (server.given.documents.has(uriAt(path))) return 'none to open';
  const text = (source && textOf(source)) ?? '<p>nothing</p>';
  server.open(uriAt(path), text);
  return `open ${path}`;
}

/** Several edits at once, as typing is. */
function type(step: Step, edit: (text: string, step: Step) => string): string {
  const { server, pick, random } = step;
  const uri = pick([...server.given.documents.keys()]);
  if (uri === undefined) return 'none to type in';
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) {
    const before = server.given.documents.get(uri)!.text;
    const after = edit(before, step);
    server.change(uri, after, random() < 0.1 || before.includes('\r') ? [{ text: after }] : [changeBetween(before, after)]);
  }
  return `${edit === edited ? 'type' : 'half-type'} in ${uri}`;
}

/** With a tag, comment or list that has only begun, and at times without what follows. */
function halfTypedText(text: string, { random, pick }: Step): string {
  const at = Math.floor(random() * text.length);
  const piece = pick(['<', '<p cl', '<div class="', '</', '<!--', '<ul><li>']);
  return text.slice(0, at) + piece + (random() < 0.2 ? '' : text.slice(at));
}

function edited(text: string, { random, pick, count }: Step): string {
  const lines = text.split('\n');
  const at = Math.floor(random() * lines.length);
  const line = lines[at]!;
  const edits: (() => void)[] = [
    () => lines.splice(at, 0, pick([`<p>typed ${count}</p>`, '<a href="x.html">x</a>', '<ul><li>q</li></ul>', '<!-- c -->'])),
    () => lines.splice(at, 1),
    () => lines.splice(at, 0, line),
    () => lines.splice(at, 1, line.replace(/>([^<]+)</, '>$1 word<')),
    () => lines.splice(at, 1, line.replace(/href="([^"]*)"/, 'href="../$1"')),
    () => lines.splice(at, 1 + Math.floor(random() * 5)),
  ];
  pick(edits)();
  return lines.join('\n');
}

/** The change of an editor that makes one text of another: the range that differs. */
function changeBetween(before: string, after: string): object {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let same = 0;
  while (same < Math.min(before.length, after.length) - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  const document = TextDocument.create('', '', 0, before);
  const range = { start: document.positionAt(start), end: document.positionAt(before.length - same) };
  return { range, text: after.slice(start, after.length - same) };
}

function save(step: Step): string {
  const uri = step.pick([...step.server.given.documents.keys()]);
  if (uri === undefined) return 'none to save';
  onDisk(() => {
    const path = fileURLToPath(uri);
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, step.server.given.documents.get(uri)!.text);
    } catch {
      // A folder stands where the file should be, or the other way round.
    }
  })(step);
  step.server.notify('textDocument/didSave', { textDocument: { uri } });
  return `save ${uri}`;
}

function close({ server, pick }: Step): string {
  const uri = pick([...server.given.documents.keys()]);
  if (uri === undefined) return 'none to close';
  server.close(uri);
  return `close ${uri}`;
}

function randomSettings({ pick, random }: Step, values: Record<string, readonly unknown[]>): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  while (random() < 0.7) {
    const key = pick(Object.keys(values));
    settings[key] = pick(values[key]!);
  }
  return settings;
}

function changeSettings(step: Step): string {
  const all = { ...settingValues, ...editorValues } as Record<string, readonly unknown[]>;
  const settings = randomSettings(step, all);
  step.server.configure(settings);
  return `settings ${JSON.stringify(settings)}`;
}

function writeConfiguration(step: Step): string {
  const { folders, random, pick } = step;
  const file = join(folders[0]!, pick(['templens.config.json', 'templens.config.json', 'templens.config.jsonc']));
  const kind = random();
  const text = kind < 0.2 ? pick(wrongConfigurations) : JSON.stringify(randomSettings(step, settingValues as never));
  if (kind > 0.7) rmSync(file, { force: true });
  else writeFileSync(file, text);
  return `${file}: ${kind > 0.7 ? 'removed' : text}`;
}

function changeFolders({ server, folders, pick, random }: Step): string {
  const isOpen = (folder: string): boolean => server.given.folders.includes(uriAt(folder));
  const folder = random() < 0.5 ? folders[0]! : pick(folders);
  const uri = uriAt(folder);
  // Of all at once, as when a workspace is opened anew: the site goes and comes in one event.
  const event = !isOpen(folder)
    ? { added: [uri], removed: [] }
    : folder === folders[0] || random() < 0.5
      ? { added: [uri], removed: [uri] }
      : { added: [], removed: [uri] };
  server.changeFolders(event);
  return `folders ${JSON.stringify(event)}`;
}

/** A request that may be cancelled before it is answered. */
function request({ server, pick, random }: Step): string {
  const uri = pick([...server.given.documents.keys()]);
  const cancel = new CancellationTokenSource();
  const position = { line: Math.floor(random() * 60), character: Math.floor(random() * 30) };
  const range = { start: position, end: position };
  const ofSite: [string, unknown][] = [
    ['templens/overview', undefined],
    ['workspace/symbol', { query: 'a' }],
    ['workspace/executeCommand', { command: 'templens.showGroups' }],
    ['workspace/executeCommand', { command: 'templens.reindex' }],
  ];
  const params = { textDocument: { uri }, position, range, context: { diagnostics: [], includeDeclaration: false } };
  const ofPage = ['hover', 'documentSymbol', 'codeAction', 'codeLens', 'foldingRange', 'references', 'inlayHint', 'diagnostic'];
  const [method, sent] = uri === undefined || random() < 0.3 ? pick(ofSite) : ([`textDocument/${pick(ofPage)}`, params] as const);
  void server.ask(method, sent, cancel);
  const isCancelled = random() < 0.6;
  if (isCancelled) setTimeout(() => cancel.cancel(), random() * 20);
  return `${method}${isCancelled ? ', cancelled' : ''}`;
}

/** An operation on disk, which a client that watches reports. */
function onDisk(work: (step: Step) => unknown): Operation {
  return step => {
    const { server, folders, watches, random } = step;
    const before = entriesIn(folders[0]!);
    const done = work(step);
    const after = entriesIn(folders[0]!);
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(path => before.get(path) !== after.get(path));
    const changes = changed.map(path => ({
      uri: uriAt(path),
      type: !after.has(path) ? FileChangeType.Deleted : before.has(path) ? FileChangeType.Changed : FileChangeType.Created,
    }));
    // Of a folder that comes or goes, some clients name the folder alone.
    const isBrief = random() < 0.5;
    const gone = changed.filter(path => (after.get(path) ?? before.get(path))!.startsWith('folder'));
    const named = changes.filter((_, at) => !isBrief || !gone.some(folder => changed[at]!.startsWith(`${folder}/`)));
    if (watches && named.length > 0) server.notify('workspace/didChangeWatchedFiles', { changes: named });
    const list = changed.map(path => `${after.has(path) ? '' : '-'}${path.slice(folders[0]!.length + 1)}`);
    return typeof done === 'string' ? done : `on disk: ${list.slice(0, 6).join(' ')}`;
  };
}

/** By path, what changes with an entry. */
function entriesIn(root: string): Map<string, string> {
  const entries = new Map<string, string>();
  if (!existsSync(root)) return entries;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { ino, size, mtimeMs, ctimeMs } = lstatSync(path);
    // The times of a folder change with what is in it.
    entries.set(path, entry.isDirectory() ? `folder ${ino}` : `file ${ino} ${size} ${mtimeMs} ${ctimeMs}`);
  }
  return entries;
}
