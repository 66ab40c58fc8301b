import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vsix = `${root}/client/dist/templens.vsix`;

test('the packed extension has at most 1.0 MB', () => {
  expect(statSync(vsix).size).toBeLessThanOrEqual(1_000_000);
});

test.each([
  ['packing it', ['run', '--silent', 'package']],
  ['listing its files', ['run', '--silent', 'vsce', '--', 'ls', '--no-dependencies']],
])('%s gives no warning', (_, args) => {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
  expect(status).toBe(0);
  // npm itself warns of settings of the machine.
  const said = `${stdout}${stderr}`.split('\n').filter(line => !line.startsWith('npm warn'));
  expect(said.filter(line => /warn|error/i.test(line))).toEqual([]);
});

test('the packed extension passes the checks of Open VSX, which refuses what it does not pass', () => {
  const packed = (path: string) => execFileSync('unzip', ['-p', vsix, path], { encoding: 'utf8' });
  const manifest = JSON.parse(packed('extension/package.json'));
  const vsixManifest = packed('extension.vsixmanifest');
  const element = (name: string) => new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(vsixManifest)?.[1] ?? '';
  const property = (id: string) => new RegExp(`Id="Microsoft\\.VisualStudio\\.${id}" Value="([^"]*)"`).exec(vsixManifest)?.[1];
  const { publisher, name, version, license, markdown = 'github', qna = 'marketplace', galleryBanner } = manifest;
  for (const part of [publisher, name]) expect(part).toMatch(/^[\w+$~-]{1,255}$/);
  expect(version).toMatch(/^[\p{L}\p{N}$+,.:;_-]+$/u);
  expect(['latest', 'pre-release', 'reviews']).not.toContain(version);
  const lists = [element('Tags').split(','), element('Categories').split(','), [license]].flat();
  for (const [text, most] of [
    [element('DisplayName'), 255],
    [element('Description'), 2048],
    ...lists.map((text): [string, number] => [text, 255]),
    [galleryBanner.color, 16],
  ] as [string, number][]) {
    expect(text.length, text).toBeGreaterThan(0);
    expect(text.length, text).toBeLessThanOrEqual(most);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}]/u);
  }
  expect(['dark', 'light']).toContain(galleryBanner.theme);
  expect(['github', 'standard']).toContain(markdown);
  expect(['marketplace', 'false']).toContain(String(qna));
  for (const link of ['Services.Links.Source', 'Services.Links.Learn', 'Services.Links.Support'])
    expect(new URL(property(link) || 'https://none.example').hostname).not.toBe('');
  // Its command line asks for a licence file, and shows icon and README where the manifest of the package says that they are.
  const files = execFileSync('unzip', ['-Z1', vsix], { encoding: 'utf8' }).split('\n');
  const assets = [...vsixManifest.matchAll(/<Asset [^>]*Path="([^"]+)"/g)].map(([, path]) => path!);
  for (const kind of ['License', 'Icons.Default', 'Content.Details', 'Code.Manifest'])
    expect(vsixManifest).toMatch(new RegExp(`<Asset Type="Microsoft\\.VisualStudio\\.[^"]*${kind.replace('.', '\\.')}"`));
  expect(files).toEqual(expect.arrayContaining(assets));
});

test('the manifest has what galleries show', () => {
  const { description, icon, categories, keywords, engines } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  expect(description.length).toBeLessThan(200);
  expect(keywords.length).toBeLessThanOrEqual(30);
  expect(categories.length).toBeGreaterThan(0);
  expect(engines.vscode).toMatch(/^\^1\.\d+\.0$/);
  const png = readFileSync(`${root}/${icon}`);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Width and height.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)].every(pixels => pixels >= 128)).toBe(true);
});

test('each step of the walkthrough has a picture that is packed', () => {
  const { contributes } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  const files = execFileSync('unzip', ['-Z1', vsix], { encoding: 'utf8' }).split('\n');
  const { steps } = contributes.walkthroughs[0] as { steps: { media: { svg?: string; markdown?: string } }[] };
  for (const { media } of steps) {
    const [, shown] = /!\[.+\]\((.+)\)/.exec(media.markdown ? readFileSync(`${root}/${media.markdown}`, 'utf8') : '') ?? [];
    const picture = media.svg ?? `client/walkthrough/${shown}`;
    expect(files).toContain(`extension/${picture}`);
  }
});
