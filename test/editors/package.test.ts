import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the packed extension has at most 1.0 MB', () => {
  expect(statSync(`${root}/client/dist/templens.vsix`).size).toBeLessThanOrEqual(1_000_000);
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

test('the manifest has what registries of extensions ask for', () => {
  const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  const { publisher, name, version, license, description, icon, galleryBanner, categories, keywords, engines } = manifest;
  expect(`${publisher}.${name}`).toMatch(/^[a-z0-9-]+\.[a-z0-9-]+$/);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(license).toBe('MIT');
  expect(description.length).toBeLessThan(200);
  expect(galleryBanner).toMatchObject({ color: expect.stringMatching(/^#/), theme: expect.stringMatching(/^(dark|light)$/) });
  expect(keywords.length).toBeLessThanOrEqual(30);
  expect(categories.length).toBeGreaterThan(0);
  expect(engines.vscode).toMatch(/^\^1\.\d+\.0$/);
  const png = readFileSync(`${root}/${icon}`);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Width and height.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)].every(pixels => pixels >= 128)).toBe(true);
});
