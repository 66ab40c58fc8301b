import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import type { Log, Result } from 'sarif';
import { checkCodes } from 'templens-shared/findings';
import { expect, test } from 'vitest';
import { makeFolder, writeFiles } from '../site/folder.ts';
import { page, templens } from './templens.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
// Of the draft before those that the validator knows; nothing in it is understood otherwise now.
const {
  $schema: _,
  id: _id,
  ...schema
} = JSON.parse(readFileSync(join(repository, 'test/fixtures/schemas/sarif-2.1.0.json'), 'utf8'));
const isValid = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, allErrors: true }).compile(schema);

const names = ['index', 'a', 'b', 'dunes', 'eels', 'ferns', 'geese', 'hills'];
const site = Object.fromEntries(names.map(name => [`${name}.html`, page(name, `What there is to say of ${name}.`)]));
const typo = site['dunes.html']!.replace('About us', 'Abuot 😀 us').replace('<body>', '<!-- é -->\r\n<body>');

async function sarif(folder: string, ...options: string[]): Promise<Log> {
  const { stdout } = await templens(['check', folder, '--format', 'sarif', ...options]);
  const log = JSON.parse(stdout) as Log;
  expect(isValid(log), JSON.stringify(isValid.errors)).toBe(true);
  return log;
}
const resultsOf = (log: Log): Result[] => log.runs[0]!.results!;

test('SARIF is valid, explains its rules and says where things are', async () => {
  const folder = makeFolder({ ...site, 'du nes #1.html': typo });
  const log = await sarif(folder);
  const { tool, originalUriBaseIds, columnKind } = log.runs[0]!;
  expect(tool.driver.rules!.map(({ id }) => id)).toEqual(checkCodes);
  for (const { id, help, shortDescription } of tool.driver.rules!) {
    expect(help!.text).toMatch(new RegExp(`^# \`${id}\``));
    expect(help!.markdown).not.toMatch(/\]\((?!https:)/);
    expect(shortDescription!.text).toMatch(/\.$/);
  }
  expect(originalUriBaseIds!['%SRCROOT%']!.uri).toBe(`${pathToFileURL(folder).href}/`);
  expect(columnKind).toBe('utf16CodeUnits');
  const result = resultsOf(log).find(({ ruleId }) => ruleId === 'template/changed-text')!;
  const { artifactLocation, region } = result.locations![0]!.physicalLocation!;
  expect(new URL(artifactLocation!.uri!, originalUriBaseIds!['%SRCROOT%']!.uri).href).toBe(
    pathToFileURL(join(folder, 'du nes #1.html')).href,
  );
  const line = typo.split('\r\n').join('\n').split('\n')[region!.startLine! - 1]!;
  expect(line.slice(region!.startColumn! - 1, region!.endColumn! - 1)).toBe('Abuot 😀 us');
  expect(typo.slice(region!.charOffset!, region!.charOffset! + region!.charLength!)).toBe('Abuot 😀 us');
  expect(result).toMatchObject({ level: 'warning', ruleIndex: checkCodes.indexOf('template/changed-text') });
  expect(result.relatedLocations).toHaveLength(1);
  const [replacement] = result.fixes![0]!.artifactChanges[0]!.replacements;
  const { charOffset, charLength } = replacement!.deletedRegion;
  const mended = typo.slice(0, charOffset) + replacement!.insertedContent!.text + typo.slice(charOffset! + charLength!);
  expect(mended).toBe(typo.replace('Abuot 😀 us', 'About us'));
});

test('SARIF names a finding by what it is, whatever else is edited', async () => {
  const folder = makeFolder({ ...site, 'dunes.html': typo });
  const before = resultsOf(await sarif(folder)).map(({ partialFingerprints }) => partialFingerprints);
  writeFiles(folder, { 'dunes.html': typo.replace('<p>What', '\n\n<p>Nobody knows what') });
  expect(resultsOf(await sarif(folder)).map(({ partialFingerprints }) => partialFingerprints)).toEqual(before);
});

test('SARIF says with a baseline what is new, known and gone', async () => {
  const baseline = join(makeFolder(), 'known.json');
  const folder = makeFolder({ ...site, 'dunes.html': typo, 'eels.html': site['eels.html']!.replace('Made by hand', 'Made') });
  await templens(['check', folder, '--baseline', baseline, '--update-baseline']);
  writeFiles(folder, { 'dunes.html': site['dunes.html']!.replace('Contact', 'Contakt'), 'ferns.html': site['ferns.html']! });
  const states = resultsOf(await sarif(folder, '--baseline', baseline)).map(
    ({ baselineState, locations }) => `${baselineState} ${locations![0]!.physicalLocation!.artifactLocation!.uri}`,
  );
  expect(states.sort()).toEqual(['absent dunes.html', 'new dunes.html', 'unchanged eels.html']);
});
