import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const sample = fileURLToPath(new URL('../fixtures/sample-site', import.meta.url));

/** A copy of the sample site that the test may change. */
export function copyOfSample(): string {
  const folder = mkdtempSync(join(tmpdir(), 'templens-api-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(sample, folder, { recursive: true });
  return folder;
}
