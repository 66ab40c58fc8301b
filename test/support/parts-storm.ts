// Random file operations on a copy of a real site: whatever happens, the engine that saw it says of parts and layouts what a fresh one says.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { defaultSettings } from 'templens-shared/settings';
import { discoverPages, pageFilter } from '../../server/src/site/discover.ts';
import { type EngineHandle, startEngine } from '../../server/src/site/engine-handle.ts';

const settings = { ...defaultSettings, threads: 1 };

/** Numbers in [0, 1) by a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Copies a folder of pages, does `operations` random file operations in it before each of `rounds` comparisons, and gives a sentence about
 * the first difference between the engine that follows them and a fresh one; undefined where there is none.
 */
export async function stormParts(
  pages: string,
  random: () => number,
  { rounds, operations }: { rounds: number; operations: number },
): Promise<string | undefined> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'templens-storm-')));
  cpSync(pages, root, { recursive: true });
  const engine = startEngine();
  try {
    engine.send({ command: 'open', root, settings, labels: false });
    await engine.idle();
    const log: string[] = [];
    for (let round = 1; round <= rounds; round++) {
      for (let at = 0; at < operations; at++) {
        const { said, paths } = operate(root, pages, random);
        log.push(said);
        if (random() < 0.5) engine.send({ command: 'files', pages: paths });
        if (random() < 0.3) await engine.idle();
      }
      engine.send({ command: 'rescan' });
      const difference = firstDifference(await statementsOf(engine), await freshStatements(root));
      if (difference) return `${difference} after ${log.join('; ')}`;
    }
    return undefined;
  } finally {
    await engine.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Does one random operation; gives what it was, and the paths that it touched. */
function operate(root: string, original: string, random: () => number): { said: string; paths: string[] } {
  const files = [...discoverPages(root, pageFilter(root, settings)).pages.keys()];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const write = (path: string, bytes: string | Buffer): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  };
  const page = pick(files);
  const other = pick(files);
  const text = readFileSync(join(root, page), 'latin1');
  const moved =
    random() < 0.5 ? `moved/${Math.floor(random() * 5)}.html` : join(dirname(other), `new-${Math.floor(random() * 5)}.html`);
  const edit = (said: string, edited: string): { said: string; paths: string[] } => {
    write(page, Buffer.from(edited, 'latin1'));
    return { said: `${said} in ${page}`, paths: [page] };
  };
  const from = Math.floor(random() * text.length);
  switch (pick(['word', 'word', 'cut', 'repeat', 'remove', 'rename', 'copy', 'replace', 'restore'])) {
    case 'word':
      return edit('a word', text.slice(0, from) + text.slice(from).replace(/>([^<]*?)\b(\w+)/, '>$1changed'));
    case 'cut':
      return edit('a cut', text.slice(0, from) + text.slice(from + Math.floor(random() * 400)));
    case 'repeat':
      return edit('a repetition', text.slice(0, from) + text.slice(Math.max(0, from - Math.floor(random() * 400))));
    case 'remove':
      if (files.length > 2) rmSync(join(root, page));
      return { said: `removal of ${page}`, paths: [page] };
    case 'rename':
      mkdirSync(dirname(join(root, moved)), { recursive: true });
      renameSync(join(root, page), join(root, moved));
      return { said: `${page} renamed to ${moved}`, paths: [page, moved] };
    case 'copy':
      write(moved, readFileSync(join(root, page)));
      return { said: `${page} copied to ${moved}`, paths: [moved] };
    case 'replace':
      write(page, readFileSync(join(root, other)));
      return { said: `${page} replaced by ${other}`, paths: [page] };
    default:
      cpSync(original, root, { recursive: true });
      return { said: 'all pages restored', paths: files };
  }
}

/** All that an engine says of parts and layouts. */
async function statementsOf(engine: EngineHandle): Promise<Record<string, unknown>> {
  const parts = await engine.query({ kind: 'parts' });
  const versions: unknown[] = [];
  for (const { id } of parts) versions.push(await engine.query({ kind: 'partVersions', part: id, words: false }));
  return {
    parts,
    versions,
    instances: await engine.query({ kind: 'partInstances' }),
    layouts: await engine.query({ kind: 'grouping' }),
  };
}

async function freshStatements(root: string): Promise<Record<string, unknown>> {
  const engine = startEngine();
  try {
    engine.send({ command: 'open', root, settings, labels: false });
    return await statementsOf(engine);
  } finally {
    await engine.close();
  }
}

function firstDifference(is: Record<string, unknown>, shouldBe: Record<string, unknown>): string | undefined {
  for (const [what, of] of Object.entries(is)) {
    if (isDeepStrictEqual(of, shouldBe[what])) continue;
    const [a, b] = [JSON.stringify(of), JSON.stringify(shouldBe[what])];
    const at = [...a].findIndex((letter, index) => letter !== b[index]);
    return `${what} differ: ${a.slice(Math.max(0, at - 80), at + 80)} instead of ${b.slice(Math.max(0, at - 80), at + 80)}`;
  }
  return undefined;
}
