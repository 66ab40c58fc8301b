import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const repository = new URL('../..', import.meta.url).pathname;
const readme = readFileSync(join(repository, 'README.md'), 'utf8');

/** The text with what each `$ command` of its console blocks prints now. */
function rerun(text: string): string {
  return text.replace(/```console\n\$ (.+)\n[\s\S]*?```/g, (_block, command: string) => {
    const output = execFileSync('bash', ['-c', command], {
      cwd: repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return `\`\`\`console\n$ ${command}\n${output.trimEnd()}\n\`\`\``;
  });
}

describe('the documentation', () => {
  // `npx vitest run --config .config/vitest.config.ts test/docs -u` writes what the commands print into the README.
  test('shows what the commands print', async () => {
    expect(readme.match(/```console/g)?.length).toBeGreaterThan(0);
    await expect(rerun(readme)).toMatchFileSnapshot(join(repository, 'README.md'));
  });

  test('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    const named = [...readme.matchAll(/npm run ([a-z:]+)|npm (start|test)/g)].map(([, run, short]) => run ?? short);
    expect(named.filter(name => !(name! in scripts))).toEqual([]);
  });
});
