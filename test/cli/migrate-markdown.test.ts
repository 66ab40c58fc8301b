// Contents as Markdown, built with the real Eleventy.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { page, smallSite, templens } from './templens.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

async function migrated(files: Record<string, string>, ...options: string[]) {
  const out = join(makeFolder(), 'project');
  const args = ['migrate', makeFolder(files), '--to', 'eleventy', '--content', 'markdown', '--out', out, ...options];
  const run = await templens(args, { cwd: repository });
  return {
    ...run,
    read: (path: string) => readFileSync(join(out, path), 'utf8'),
    has: (path: string) => existsSync(join(out, path)),
  };
}

/** A page whose content is these blocks, each on lines of its own. */
const article = (title: string, ...blocks: string[]): string =>
  page(title, 'x').replace('<p>x</p>', `<article>\n${blocks.join('\n')}\n</article>`);

const articles = {
  'index.html': article(
    'Welcome',
    '<p>Nice to see you on a <strong>rainy</strong> day.</p>',
    '<ul>\n<li>tea</li>\n<li>cake</li>\n</ul>',
  ),
  'a.html': article(
    'About',
    '<p>Two people and a <em>dog</em> who like the sea.</p>',
    '<div class="map">\n<p>Where we are.</p>\n</div>',
  ),
  'b.html': article(
    'Contact',
    '<h2>By post</h2>',
    '<p>Write a letter, {{ or }} {% if ring %} the "bell"&nbsp;twice &amp; wait.\n1. is no list</p>',
    '<hr>',
  ),
  'sub/c.html': article(
    'Prices',
    '<p>See <a href="../a.html" title="us">the others</a> or <a href="../b.html" class="x">these</a>.</p>',
    '<pre><code class="language-sh">a | b &lt; c\n\n  d\n</code></pre>',
  ),
};

describe('templens migrate --content markdown', () => {
  test.each(['nunjucks', 'liquid'])('contents are Markdown and built byte for byte, with %s', async engine => {
    const { code, stdout, stderr, read } = await migrated(articles, '--engine', engine);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('4 pages in Markdown; the content of 0 pages stays HTML\n');
    expect(stdout).toContain('Built: 4 of 4 files equal byte for byte.');
    expect(read('pages/index.md')).toMatch(/\n---\nNice to see you on a \*\*rainy\*\* day\.\n\n- tea\n- cake\n$/);
    expect(read('pages/a.md')).toMatch(
      /\n---\nTwo people and a \*dog\* who like the sea\.\n\n<div class="map">\n\nWhere we are\.\n\n<\/div>\n$/,
    );
    expect(read('pages/b.md')).toMatch(
      /\n---\n## By post\n\nWrite a letter, \{\{ or \}\} [^\n]*&nbsp;twice &amp; wait\.\n1\\\. is no list\n\n\* \* \*\n$/,
    );
    expect(read('pages/sub/c.md')).toMatch(
      /\n---\nSee \[the others\]\(\.\.\/a\.html "us"\) or <a href="\.\.\/b\.html" class="x">these<\/a>\.\n\n```sh\na \| b < c\n\n {2}d\n```\n$/,
    );
    expect(read('MIGRATION.md')).toContain('## Markdown\n\n4 of 4 pages have their content in Markdown.\n');
  });

  test('a content that Markdown cannot say exactly stays HTML, and is counted', async () => {
    const odd = article('Odd', '<P>capital letters</P>', '<p>  white space  </p>', '<table><tr><td>cells</td></tr></table>');
    const { code, stdout, read, has } = await migrated({ ...articles, 'odd.html': odd });
    expect(code).toBe(0);
    expect(stdout).toContain('4 pages in Markdown; the content of 1 page stays HTML\n');
    expect(stdout).toContain('Built: 5 of 5 files equal byte for byte.');
    expect(read('pages/odd.html')).toContain('<P>capital letters</P>');
    expect(has('pages/odd.md')).toBe(false);
    expect(read('MIGRATION.md')).toContain(
      '4 of 5 pages have their content in Markdown. Still HTML, since Markdown would not give the same bytes for most of the text: `odd.html`.',
    );
  });

  test('pages of any blocks and texts are built byte for byte', { timeout: 60_000 }, async () => {
    const word = fc.constantFrom(
      'sea',
      '*',
      '_x_',
      '1.',
      '-',
      '#',
      '+',
      '[a](b)',
      '&lt;b&gt;',
      '&nbsp;',
      '{{ x }}',
      '`',
      '|',
      '~~~',
      '\\',
      '<b>bold</b>',
      '<i>i</i>',
      '<br>',
      '"',
      'http://a.b',
      '!',
      '===',
    );
    const line = fc.array(word, { minLength: 1, maxLength: 6 }).map(words => words.join(' '));
    const text = fc.array(line, { minLength: 1, maxLength: 3 }).map(lines => lines.join('\n'));
    const list = fc
      .array(text, { minLength: 1, maxLength: 4 })
      .map(items => `<ul>\n${items.map(item => `<li>${item}</li>\n`).join('')}</ul>`);
    const block = fc.oneof(
      text.map(own => `<p>${own}</p>`),
      line.map(own => `<h3>${own}</h3>`),
      list,
      text.map(own => `<pre><code>${own}\n\n  </code></pre>`),
      text.map(own => `<blockquote>\n<p>${own}</p>\n</blockquote>`),
      text.map(own => `  <div>\n\n    \n${own}</div>`),
      fc.constantFrom('', '\n', '<hr>', '<!-- a\n\nb -->', '<pre class="x">a\n\nb\n\n  c</pre>', '<script>\n\nlet a;\n</script>'),
    );
    const files = Object.fromEntries(
      fc
        .sample(fc.array(block, { minLength: 1, maxLength: 6 }), { numRuns: 60 })
        .map((blocks, at) => [`p${at}.html`, article(`Page ${at}`, ...blocks)]),
    );
    const { code, stdout, stderr } = await migrated({ ...articles, ...files });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Built: 64 of 64 files equal byte for byte.');
    expect(Number(/\d+(?= pages in Markdown)/.exec(stdout)?.[0])).toBeGreaterThan(8);
  });

  test('a site without such contents has no Markdown', async () => {
    const { code, stdout, has } = await migrated(smallSite);
    expect(code).toBe(0);
    expect(stdout).toContain('0 pages in Markdown; the content of 4 pages stays HTML\n');
    expect([has('markdown.js'), has('pages/index.html')]).toEqual([false, true]);
  });

  test.each(['jekyll', 'astro', 'ssi'])('with %s it is refused in one sentence', async to => {
    const out = join(makeFolder(), 'project');
    const run = await templens(['migrate', makeFolder(articles), '--to', to, '--content', 'markdown', '--out', out]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(
      /^templens: Markdown is not supported for [^\n]+; give --content markdown with --to eleventy\.\n$/,
    );
    expect(existsSync(out)).toBe(false);
  });
});
