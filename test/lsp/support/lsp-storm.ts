import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { defaultSettings } from 'templens-shared/settings';
import { mulberry32 } from '../../site/disk-operations.ts';
import { newFolder, removeFolder } from '../../site/folder.ts';
import { typedPage } from '../../support/half-typed.ts';
import { unlikeFresh } from './shown-by-server.ts';
import { stormOperation } from './storm-operations.ts';
import { type ClientKind, StormServer, uriAt } from './storm-server.ts';

export interface LspStorm extends ClientKind {
  seed: number;
  /** Number of operations. */
  operations: number;
  /** About so many operations come between two comparisons. */
  burst: number;
}

/**
 * To look into a failure, by environment variables: `TEMPLENS_STORM_ONLY` are numbers of the only operations that take place, with commas
 * between them, with one comparison at the end; `TEMPLENS_STORM_WITHOUT` are kinds of operation that do not (without `half`, half-typed
 * texts are completed before a comparison); with `TEMPLENS_STORM_SMALLER=1` operations are left out as long as the storm still fails.
 */
const { TEMPLENS_STORM_ONLY: only, TEMPLENS_STORM_WITHOUT: without = '', TEMPLENS_STORM_SMALLER: smaller } = process.env;

/** Most differences that are printed. */
const MOST_LINES = 24;

/** A difference from a fresh server, or something that no server should say. */
interface Failure {
  /** Operations since the last comparison, with their numbers. */
  operations: string[];
  /** Number of operations until then. */
  done: number;
  lines: string[];
}

/**
 * Puts a language server under a storm of all kinds of operation on a copy of the folder; at rest it must show what a fresh one shows.
 * Throws an error with the last operations and the differences if it does not.
 */
export async function survivesLspStorm(site: string, storm: LspStorm): Promise<void> {
  const chosen = only?.split(',').map(Number);
  const failure = await fails(site, storm, chosen);
  if (!failure) return;
  const { operations, lines, done } = smaller ? await smallest(site, storm, failure) : failure;
  const more = lines.length - MOST_LINES;
  throw new Error(
    [
      `Unlike a fresh server after ${done} operations with seed ${storm.seed}; since the last comparison:`,
      ...operations.map(line => `  ${line}`),
      'Differences:',
      ...lines.slice(0, MOST_LINES).map(line => `  ${line}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ].join('\n'),
  );
}

/** The failure with as few operations as can be found by leaving out halves, quarters and so on. */
async function smallest(site: string, storm: LspStorm, first: Failure): Promise<Failure> {
  let [failure, left] = [first, Array.from({ length: first.done }, (_, count) => count)];
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length; ) {
      const fewer = left.toSpliced(at, size);
      const found = await fails(site, storm, fewer);
      if (found) [failure, left] = [found, fewer];
      else at += size;
    }
    console.log(`${left.length} operations are left: ${left}`);
  }
  return failure;
}

/** Every operation has random numbers of its own: without some of them, the others stay what they are. */
async function fails(site: string, storm: LspStorm, chosen?: readonly number[]): Promise<Failure | undefined> {
  const folder = newFolder({});
  const root = join(folder, 'site');
  const folders = [root, join(folder, 'beside'), join(root, 'inner')];
  for (const copy of [root, folders[1]!]) cpSync(site, copy, { recursive: true });
  mkdirSync(folders[2]!);
  cpSync(site, folders[2]!, { recursive: true, filter: path => !/[b-y][^/]*\.html?$/.test(path) });
  const server = await StormServer.start({ folders: [uriAt(root)], settings: {}, documents: new Map() }, storm);
  const place = { server, folders, watches: storm.watches, without: without.split(',') };
  const when = mulberry32(storm.seed);
  const last = chosen?.at(-1) ?? storm.operations - 1;
  let operations: string[] = [];
  try {
    await server.rest();
    for (let count = 0; count <= last; count++) {
      const [isDue, pause] = [when() < 1 / storm.burst && !chosen, when()];
      if (chosen?.includes(count) !== false) {
        const random = mulberry32(storm.seed * 100_003 + count);
        operations.push(`${count} ${stormOperation(place, random, count)}`.replaceAll(uriAt(folder), '').replaceAll(folder, ''));
        // Lets the server hear and do some of it in between.
        if (pause < 0.2) await sleep(pause * 250);
        else await nextTurn();
      }
      if (!isDue && count < last) continue;
      if (place.without.includes('half')) completeTexts(server);
      const lines = await unlikeFresh(server);
      if (lines.length > 0) {
        lines.push(...halfTyped(server).map(uri => `half-typed: ${uri}`));
        return { operations, done: count + 1, lines: lines.map(line => line.replaceAll(uriAt(folder), '')) };
      }
      operations = [];
    }
    return undefined;
  } finally {
    await server.end();
    removeFolder(folder);
  }
}

/** Types the text of the file, or nothing much, into documents that are half-typed. */
function completeTexts(server: StormServer): void {
  for (const uri of halfTyped(server)) {
    const file = fileURLToPath(uri);
    const text = statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8') : '<p>whole</p>';
    server.change(uri, text, [{ text }]);
  }
}

/** URIs of the open documents that are half-typed. */
function halfTyped({ given }: StormServer): string[] {
  return [...given.documents].flatMap(([uri, { text }]) => {
    const file = fileURLToPath(uri);
    return typedPage(dirname(file), basename(file), text, defaultSettings).isHalf ? [uri] : [];
  });
}
