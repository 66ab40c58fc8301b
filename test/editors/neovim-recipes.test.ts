import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { codeBlocks, repository } from '../docs/support/documents.ts';
import { makeFolder } from '../site/folder.ts';
import { neovim, type Suite } from './neovims.ts';
import { editing, site } from './sites.ts';

const driver = fileURLToPath(new URL('neovim-recipe.lua', import.meta.url));

/** The block of docs/editors.md with this code. */
function recipe(code: string): string {
  const blocks = codeBlocks('docs/editors.md').filter(({ language, text }) => language === 'lua' && text.includes(code));
  expect(blocks).toHaveLength(1);
  return blocks[0]!.text;
}

const native = recipe('vim.lsp.enable');
const byHand = recipe('vim.lsp.start(');

/** What stands in place of `init_options` says the last line of the block. */
function drawing(client: string): string {
  const block = recipe('templens/regions');
  const [, entries] = /^-- in the client's table: (.*)$/m.exec(block)!;
  const drawn = client.replace('init_options = { hints = true }', entries!);
  expect(drawn).not.toBe(client);
  return block + drawn;
}

interface Run {
  suite: Suite;
  /** Text of the user's `init.lua`. */
  configuration: string;
  scene: 'findings' | 'regions' | 'advice';
  /** Files beside the folder with the pages. */
  beside?: string;
}

/** Opens a page by its name, in its folder, as `nvim cvs.html` does. */
async function run<Got>({
  suite,
  configuration,
  scene,
  beside,
}: Run): Promise<Got & { folder: string; version: string; messages: string }> {
  const folder = makeFolder({ 'home/init.lua': configuration });
  const pages = join(folder, 'site/pages');
  mkdirSync(pages, { recursive: true });
  cpSync(site.folder, pages, { recursive: true });
  chmodSync(join(pages, site.file), 0o644);
  if (beside === '.git') mkdirSync(join(folder, 'site/.git'));
  else if (beside !== undefined) writeFileSync(join(folder, 'site', beside), '{}\n');
  const home = join(folder, 'home');
  const { stdout } = await promisify(execFile)(
    neovim(suite),
    ['--headless', '-u', join(home, 'init.lua'), '-i', 'NONE', '-n', '-S', driver],
    {
      cwd: pages,
      env: {
        ...editing(pages),
        LSP_FILE: site.file,
        LSP_CONTENT: site.content,
        LSP_SCENE: scene,
        HOME: home,
        XDG_CONFIG_HOME: join(home, '.config'),
        XDG_DATA_HOME: join(home, '.local/share'),
        XDG_STATE_HOME: join(home, '.local/state'),
        PATH: [join(repository, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      },
      timeout: 120_000,
    },
  );
  return { ...JSON.parse(stdout), folder };
}

const recipes: [string, Suite, string][] = [
  ['from 0.11 on, without a plugin', 'forky', native],
  ['from 0.8 on, in 0.12 or newer', 'forky', byHand],
  ['from 0.8 on, in 0.10', 'trixie', byHand],
];

test.each(recipes)(
  'the recipe %s: hover, faded template, findings and a fix, in the root that the marker names',
  async (_, suite, configuration) => {
    for (const beside of ['templens.config.json', '.git']) {
      const got = await run<{ root: string; hover: string; finding: string; fixed: boolean } & Record<string, unknown>>({
        suite,
        configuration,
        scene: 'findings',
        beside,
      });
      expect(got.version).toMatch(suite === 'forky' ? /^NVIM v(?:0\.1[2-9]|[1-9]\d*)\./ : /^NVIM v0\.10\./);
      expect(got.root).toBe(join(got.folder, 'site'));
      expect(got.hover).toMatch(/^\**Template[\s\S]*\d+ of \d+ pages/);
      expect(got).toMatchObject({ template_is_faded: true, content_is_faded: false, fixed: true });
      expect(got.finding).toMatch(/“Changed in one page” here; “External Tools and Tasks” on \d+ of \d+ pages/);
      expect(got.messages).toBe('');
    }
  },
);

test.each(recipes)(
  'the recipe %s: a page without a marker above it brings one sentence, which helps',
  async (_, suite, configuration) => {
    const got = await run<{ root: string | null; advice: string; root_after_advice: string; hover: string }>({
      suite,
      configuration,
      scene: 'advice',
    });
    expect(got.root).toBeNull();
    expect(got.advice).toMatch(
      /^LSP\[templens\].* Templens compares .* put templens\.config\.json with \{\} into it and open the page again\.$/,
    );
    expect(got.root_after_advice).toBe(join(got.folder, 'site/pages'));
    expect(got.hover).toMatch(/^\**Template/);
    expect(got.messages).toBe(got.advice);
  },
);

test.each(recipes)('the recipe %s: regions are drawn', async (_, suite, configuration) => {
  const got = await run({ suite, configuration: drawing(configuration), scene: 'regions', beside: 'templens.config.json' });
  expect(got).toMatchObject({ template_is_drawn: true, content_is_drawn: false, messages: '' });
});
