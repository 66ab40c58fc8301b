import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder with these files (path to text or bytes), removed when the test ends. */
export function makeFolder(files: Record<string, string | Buffer> = {}): string {
  const root = newFolder(files);
  onTestFinished(() => removeFolder(root));
  return root;
}

/** A folder with these files, for who removes it. */
export function newFolder(files: Record<string, string | Buffer>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'templens-test-')));
  writeFiles(root, files);
  return root;
}

export function removeFolder(root: string): void {
  rmSync(root, { recursive: true, force: true });
}

export function writeFiles(root: string, files: Record<string, string | Buffer>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}
