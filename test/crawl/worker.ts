// Runs `templens crawl worker` on lines, in a process of its own.
import { ended, start } from '../cli/templens.ts';

/** What a worker has written: its lines, parsed, and how it ended. */
export interface WorkerRun {
  code: number | null;
  stderr: string;
  text: string;
  lines: Record<string, unknown>[];
}

/** Runs a worker. @param lines objects, or texts that are sent as they are */
export async function runWorker(lines: readonly (object | string)[], options: string[] = []): Promise<WorkerRun> {
  const child = start(['crawl', 'worker', ...options]);
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk: Buffer) => chunks[name].push(chunk));
  // It may end before it has read all.
  child.stdin.on('error', () => {});
  child.stdin.end(lines.map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  const { code } = await ended(child);
  const text = Buffer.concat(chunks.stdout).toString('utf8');
  const parsed = text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Record<string, unknown>);
  return { code, stderr: Buffer.concat(chunks.stderr).toString('utf8'), text, lines: parsed };
}

/** Pages as `read` gives them, in the order that the other steps ask for. */
export async function placedPages(pages: readonly object[]): Promise<Record<string, unknown>[]> {
  const { lines } = await runWorker([{ contract: 1, step: 'read' }, ...pages.map(page => ({ type: 'page', ...page }))]);
  const key = ({ site, hash, url }: Record<string, unknown>): string => `${site} ${hash} ${url}`;
  return lines.filter(({ type }) => type === 'page').sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
