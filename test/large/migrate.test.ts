// A large site is migrated in a small multiple of the time that its labels take.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { templensProcess } from '../cli/templens.ts';
import { makeFolder } from '../site/folder.ts';
import { writeGeneratedSite } from '../support/generated-site.ts';

test('2,000 pages are migrated in at most four times the time of classify', { timeout: 400_000 }, async () => {
  const site = makeFolder();
  writeGeneratedSite({ pages: 2000, layouts: 5, seed: 1 }, site);
  const timed = async (...args: string[]): Promise<{ seconds: number; stdout: string }> => {
    const start = performance.now();
    const { code, stdout } = await templensProcess([...args, '--no-cache']);
    expect(code).toBe(0);
    return { seconds: (performance.now() - start) / 1000, stdout };
  };
  const { seconds: classified } = await timed('classify', site, '--format', 'ndjson');
  const out = join(makeFolder(), 'project');
  const { seconds: migrated, stdout } = await timed('migrate', site, '--to', 'eleventy', '--out', out, '--no-build');
  expect(stdout).toContain('2000 pages by 5 layouts');
  expect(migrated).toBeLessThan(4 * classified);
});
