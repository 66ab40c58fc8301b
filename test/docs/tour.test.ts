import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isDeep } from '../support/deep.ts';

test.runIf(isDeep)(
  'npm start ends with layouts, parts with versions, a finding and the next command, on a screen of 80 by 24',
  () => {
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const shown = execFileSync(process.execPath, ['.config/tour.mjs'], { cwd, encoding: 'utf8' });
    const lines = shown.trimEnd().split('\n');
    // The last line is the prompt.
    expect(lines.length).toBeLessThanOrEqual(23);
    expect(lines.filter(line => line.length > 80)).toEqual([]);
    expect(shown).toMatch(/^ {2}manual\/\* +6 pages$/m);
    expect(shown).toMatch(/^ {2}form “the Apache Ant site” +8 pages, 2 versions: 7, 1$/m);
    expect(shown).toMatch(/legal\.html:38:23\n[\s\S]+ > 38 \| +the Apache Atn site\n +\| +\^+\n/);
    expect(lines.at(-1)).toContain('npx templens check FOLDER');
  },
);
