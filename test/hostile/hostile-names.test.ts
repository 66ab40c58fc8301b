// A folder from an archive names its files as it likes. Each is a page under its own name in every output, and names nothing else.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from 'templens-shared/printable';
import { expect, test } from 'vitest';
import { templens } from '../cli/templens.ts';
import { makeFolder } from '../site/folder.ts';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';

const names = [
  ...['new\nline.html', 'tab\t.html', 'cr\rx.html', 'esc\u001b[31mred\u001b]0;pwn\u0007.html', 'c1\u009b31m.html'],
  ...['rtl\u202egnp.html', 'bidi\u2066x\u2069.html', '\ufeffbom.html', 'zero\u200bwidth.html', '\u2028ls.html'],
  ...['--help.html', '-x.html', '--page=x.html', 'a,b::error file=x::y.html', '%0A::error::x.html', 'dir\n::warning::z/p.html'],
  ...['q"uo\'te.html', '<script>alert(1)</script>.html', ']]>.html', '{x}[y]*.html', '![](https:evil) [x](command:evil).html'],
  ...['|pipe;$(id)`id`&.html', '#frag.html', 'a?b=c.html', 'a%2e%2e.html', 'space .html', 'a...html', 'con.html', 'CON.html'],
  ...['é.html', 'e\u0301.html', '__proto__.html', 'constructor.html', '__proto__/toString.html', 'hasOwnProperty/valueOf.html'],
  `very${'x'.repeat(240)}.html`,
];
const pages = framedSite(names.length + 12);
/** Every ninth of the pages with such a name lacks an entry of the menu. */
const drifted = new Set(names.filter((_, index) => index % 9 === 0));
const site: Record<string, string> = Object.fromEntries([
  ...Object.entries(framedSiteFiles),
  ...pages.slice(names.length).map(page => [page.path, textOf(page)]),
  ...names.map((name, index) => {
    const text = textOf(pages[index]!)
      .replaceAll('../', '')
      .replace(/(href|src)="(?=\w)/g, `$1="${'../'.repeat(name.split('/').length - 1)}`);
    return [name, drifted.has(name) ? text.replace(/ {6}<li>.*People.*\n/, '') : text];
  }),
]);
const all = Object.keys(site)
  .filter(name => name.endsWith('html'))
  .sort();

/** With links in circles, out of the folder and to nowhere, and a folder nested four hundred deep. */
function hostileFolder(): string {
  const folder = makeFolder(site);
  for (const [target, name] of [
    ['.', 'loop'],
    ['..', 'up'],
    ['/etc', 'etc'],
    ['/etc/passwd', 'passwd.html'],
    ['loop2.html', 'loop2.html'],
    ['nowhere', 'dangling.html'],
  ] as const)
    symlinkSync(target, join(folder, name));
  mkdirSync(join(folder, 'dir.html'));
  mkdirSync(join(folder, ...Array.from({ length: 400 }, () => 'd')), { recursive: true });
  return folder;
}

interface Found {
  page: string;
  code: string;
}

test.runIf(process.platform === 'linux')('hostile names are names, in every output', async () => {
  const folder = hostileFolder();
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await templens([args[0]!, folder, ...args.slice(1)]);
    expect([0, 1], stderr).toContain(code);
    expect(stderr).not.toMatch(/Something went wrong|^\s+at /m);
    return stdout;
  };
  const lines = (text: string) => text.split('\n').filter(Boolean);

  const classified = lines(await run('classify', '--format', 'ndjson')).map(line => (JSON.parse(line) as Found).page);
  expect(classified.sort()).toEqual(all);
  const { diagnostics } = JSON.parse(await run('check', '--format', 'json')) as { diagnostics: Found[] };
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(diagnostics.filter(({ page }) => !all.includes(page))).toEqual([]);
  const expected = [...new Set(diagnostics.map(({ page }) => page))].sort();
  expect(expected).toEqual(expect.arrayContaining([...drifted]));

  const github = lines(await run('check', '--format', 'github'));
  const unescaped = (property: string) => decodeURIComponent(property.replace(/%(?!0A|0D|25|2C|3A)/g, '%25'));
  const annotated = github.map(line => unescaped(/^::(?:error|warning|notice) file=([^,\n]*),line=\d+/.exec(line)?.[1] ?? line));
  // Control characters are shown as another one there.
  expect([...new Set(annotated)].sort()).toEqual(expected.map(printable).sort());

  const { results } = JSON.parse(await run('check', '--format', 'sarif')).runs[0];
  const uris = (results as { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[]).map(({ locations }) =>
    decodeURIComponent(locations[0]!.physicalLocation.artifactLocation.uri),
  );
  expect([...new Set(uris)].sort()).toEqual(expected);

  const junit = await run('check', '--format', 'junit');
  expect(junit.replace(/<\?xml[^?]*\?>|<\/?[a-z]+(?: [\w-]+="[^"<>]*")*\/?>/g, '')).not.toMatch(/[<>]/);

  const html = join(makeFolder(), 'report.html');
  await run('report', '--out', html);
  await run('groups');
});

test.runIf(process.platform === 'linux')('fix writes the pages of these names, and no other file', async () => {
  const folder = hostileFolder();
  const { code, stderr } = await templens(['fix', folder, '--write']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/Fixed 1 finding at \d+ places on \d+ pages\.\n$/) });
  const { stdout } = await templens(['check', folder, '--format', 'json']);
  const left = (JSON.parse(stdout) as { diagnostics: Found[] }).diagnostics.filter(
    ({ code }) => code === 'template/missing-node',
  );
  expect(left).toEqual([]);
});
