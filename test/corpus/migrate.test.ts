// In a migrated project, a change of a part is one edit: it changes exactly the pages that have the part. Templens finds in a built site what
// it finds in the site. Built with the real Eleventy.
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CommandLineSite } from '../../server/src/api/command-line.ts';
import { siteSettings } from '../../server/src/api/site-folder.ts';
import { renderPage } from '../../server/src/core/migrate/project.ts';
import { builderOf, writeProject } from '../../server/src/migration/build.ts';
import { planMigration } from '../../server/src/migration/plan.ts';
import { templens } from '../cli/templens.ts';
import { makeFolder } from '../site/folder.ts';
import { corpusAvailable, corpusFolder, corpusSites } from '../support/corpus.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const names = [
  'aviato',
  'castalio',
  'classimax',
  'dotgnu',
  'fossasia2014',
  'libreim',
  'modern-business',
  'naucse',
  'nodeschool',
  'pybonacci',
];
const mark = '<!-- edited -->';

describe.runIf(corpusAvailable)('one edit of a part', () => {
  test.each(corpusSites().filter(({ name }) => names.includes(name)))(
    'changes exactly the pages of $name that have it',
    { timeout: 300_000 },
    async ({ pagesFolder, pages }) => {
      const site = new CommandLineSite(pagesFolder, await siteSettings(pagesFolder, {}), { checks: false });
      await site.index();
      const migration = await planMigration(site, { to: 'eleventy' });
      await site.close();
      const { layouts, parts, pages: made } = migration.project;
      const layoutOf = new Map(layouts.map(layout => [layout.name, layout]));
      const expected = (part: string): Map<string, string> => {
        const edited = new Map(parts).set(part, [...parts.get(part)!, { kind: 'text', text: mark }]);
        return new Map(made.map(page => [page.path, renderPage(layoutOf.get(page.layout)!, page, edited)]));
      };
      const changed = (texts: Map<string, string>): number => [...texts.values()].filter(text => text.includes(mark)).length;
      // The part that most pages have.
      const [part] = [...parts.keys()].sort((a, b) => changed(expected(b)) - changed(expected(a)));
      const texts = expected(part!);
      expect(changed(texts)).toBeGreaterThan(1);
      const out = join(makeFolder(), 'project');
      await writeProject(pagesFolder, out, migration);
      const file = join(out, `_includes/parts/${part}.njk`);
      writeFileSync(file, readFileSync(file, 'utf8') + mark);
      const [program, ...args] = builderOf('eleventy', pagesFolder, out, repository)!;
      execFileSync(program, args, { cwd: out, stdio: 'pipe' });
      for (const page of pages.keys()) {
        const built = readFileSync(join(out, '_site', page));
        const encoding = migration.encodings.get(page) ?? 'utf8';
        const before = readFileSync(join(pagesFolder, page)).toString(encoding);
        expect(built.toString(encoding), page).toBe(texts.get(page) ?? before);
        expect(texts.get(page)?.replaceAll(mark, '') ?? before, page).toBe(before);
      }
    },
  );
});

describe.runIf(corpusAvailable)('the built site', () => {
  test.each(['aviato', 'modern-business', 'pybonacci'])(
    'has the layouts, parts and findings of %s',
    { timeout: 300_000 },
    async name => {
      const pages = realpathSync(join(corpusFolder, name, 'pages'));
      const out = join(makeFolder(), 'project');
      const { code, stdout } = await templens(['migrate', pages, '--to', 'eleventy', '--out', out], { cwd: repository });
      expect({ code, fallbacks: /\d+(?= pages? as they are)/.exec(stdout)?.[0] }).toEqual({ code: 0, fallbacks: '0' });
      for (const command of [['groups'], ['parts'], ['check', '--format', 'json']]) {
        const [before, after] = await Promise.all([pages, join(out, '_site')].map(root => templens([...command, root])));
        expect(before!.stdout.length, command[0]).toBeGreaterThan(100);
        expect(after!.stdout.replaceAll(join(out, '_site'), pages), command[0]).toBe(before!.stdout);
      }
    },
  );
});
