// What `templens fix --write` promises, tried on a copy of a site of the corpus: a second run changes nothing, no finding is new on any page,
// and content is as it was.
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Finding } from 'templens-shared/findings';
import { type GoldNode, type GoldSite, loadGoldSite } from './gold.ts';

const run = promisify(execFile);
const templens = fileURLToPath(new URL('../../../server/bin/templens.js', import.meta.url));

/** What came of `templens fix --write` on a site. */
export interface FixRun {
  site: string;
  unsafe: boolean;
  /** Pages that it changed. */
  changed: number;
  /** A sentence for each promise that it broke. */
  broken: string[];
}

/** Fixes a copy of a site twice. @param unsafe with `--unsafe`. */
export async function tryFixes(site: GoldSite, unsafe: boolean): Promise<FixRun> {
  const copy = mkdtempSync(join(tmpdir(), 'templens-fixes-'));
  try {
    cpSync(join(site.pagesFolder, '..'), copy, { recursive: true });
    makeWritable(copy);
    const pages = join(copy, 'pages');
    const fix = ['fix', pages, '--write', ...(unsafe ? ['--unsafe'] : [])];
    await printed(fix);
    const changed = [...site.pages.keys()].filter(page => !isSameFile(join(site.pagesFolder, page), join(pages, page)));
    const result = { site: site.name, unsafe, changed: changed.length };
    if (changed.length === 0) return { ...result, broken: [] };
    const fixed = loadGoldSite(copy);
    const lost = changed.filter(page => !holdsAll(fixed.read(page), contentOf(site.read(page), site.nodes(page))));
    const [before, after] = [await findingsOf(site.pagesFolder), await findingsOf(pages)];
    const fresh = [...after].filter(finding => !before.has(finding));
    const texts = new Map(changed.map(page => [page, readFileSync(join(pages, page))]));
    await printed(fix);
    const again = [...site.pages.keys()].filter(page => {
      const now = readFileSync(join(pages, page));
      return !now.equals(texts.get(page) ?? readFileSync(join(site.pagesFolder, page)));
    });
    const mode = `${site.name}${unsafe ? ', --unsafe' : ''}`;
    return {
      ...result,
      broken: [
        ...again.map(page => `${mode}: a second run changes ${page}.`),
        ...fresh.map(finding => `${mode}: the fixes bring up ${finding}.`),
        ...lost.map(page => `${mode}: the fixes change content of ${page}.`),
      ],
    };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The corpus may be kept read-only. */
function makeWritable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeWritable(path);
    else chmodSync(path, 0o644);
  }
}

/** The output of a command, which may end with another code than 0. */
async function printed(args: readonly string[]): Promise<string> {
  const options = { maxBuffer: 2 ** 28 };
  const ended = run(process.execPath, [templens, ...args], options).catch(
    (error: { code?: unknown; stdout: string; stderr: string }) => {
      if (error.code !== 1) throw new Error(`templens ${args.join(' ')} failed: ${error.stderr}`);
      return error;
    },
  );
  return (await ended).stdout;
}

/** Page and identity of each difference. */
async function findingsOf(folder: string): Promise<Set<string>> {
  const report = JSON.parse(await printed(['check', folder, '--format', 'json'])) as { diagnostics: Finding[] };
  return new Set(
    report.diagnostics.flatMap(({ page, identity, details }) =>
      (details ?? [{ identity }]).map(difference => `${difference.identity} on ${page}`),
    ),
  );
}

/**
 * Source of the texts and start tags of content, in document order: an end tag that was lost in it may be put back. What overlaps the piece
 * before it, as misnested nodes do, is skipped.
 */
function contentOf(source: string, nodes: readonly GoldNode[]): string[] {
  const pieces: string[] = [];
  let end = 0;
  for (const node of [...nodes].sort((a, b) => a.start - b.start)) {
    if (node.label !== 'content' || node.start < end) continue;
    const whole = source.slice(node.start, node.end);
    const piece = node.kind === 'text' ? whole : /^<(?:"[^"]*"|'[^']*'|[^'">])*>/.exec(whole)?.[0];
    if (piece === undefined) continue;
    pieces.push(piece);
    end = node.start + piece.length;
  }
  return pieces;
}

function holdsAll(text: string, pieces: readonly string[]): boolean {
  let from = 0;
  return pieces.every(piece => {
    const at = text.indexOf(piece, from);
    from = at + piece.length;
    return at >= 0;
  });
}

function isSameFile(one: string, other: string): boolean {
  return readFileSync(one).equals(readFileSync(other));
}
