import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Calls `use` with a folder of these files (path to text), and removes it. */
export async function withFolder<T>(files: Readonly<Record<string, string>>, use: (root: string) => Promise<T>): Promise<T> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'templens-fuzz-')));
  try {
    writeFiles(root, files);
    return await use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}
