// A program that uses the Node API, under strict TypeScript, compiled with the types of the package.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository } from '../docs/support/documents.ts';
import { writeFiles } from '../site/folder.ts';
import { type FirstHour, startFirstHour } from './support/first-hour.ts';

let hour: FirstHour;
beforeAll(() => {
  hour = startFirstHour('node-api');
  cpSync(join(repository, 'test/fixtures/sample-site/pages'), join(hour.project.folder, 'public'), { recursive: true });
});
afterAll(() => hour.end());

const program = `import { openSite, TemplensError, type SiteEvent } from 'templens';
import { writeFileSync } from 'node:fs';

function describe(event: SiteEvent): string {
  switch (event.event) {
    case 'page': return event.change === 'remove' ? 'gone' : String(event.nodes.length);
    case 'group': return event.change === 'remove' ? 'gone' : event.layout;
    case 'part': return event.change === 'remove' ? 'gone' : event.name;
    case 'diagnostics': return event.diagnostics.map(({ message }) => message).join(' ');
    case 'ready': return String(event.pages);
    case 'idle': return String(event.sequence);
    default: {
      const never: never = event;
      return String(never);
    }
  }
}

await using site = await openSite('public', { gitignore: false });
const page = 'mission.html';

// Each answer of extract has the type that its options ask for.
const text: string = await site.extract(page, { what: 'content', format: 'text' });
const pieces = await site.extract(page, { what: 'content', format: 'json' });
const template: string = await site.extract(page, { what: 'template' });
const words: string[] = pieces.map(piece => piece.text);
// @ts-expect-error The pieces of a content are no text.
const wrong: string = await site.extract(page, { what: 'content', format: 'json' });
// @ts-expect-error There is no such setting.
if (process.argv[2] === 'never') await openSite('public', { supports: 1 });

const contents = await site.contents();
writeFileSync('contents.jsonl', contents.map(({ page, layout, content }) => JSON.stringify({ page, layout, texts: content.map(({ text }) => text) }) + '\\n').join(''));

const kinds: Record<string, number> = {};
let found = '';
for await (const event of site.watch()) {
  kinds[event.event] = (kinds[event.event] ?? 0) + 1;
  if (event.event === 'diagnostics' && event.page === page && event.diagnostics.length > 0) found = describe(event);
  else describe(event);
  if (event.event !== 'idle') continue;
  if (found !== '') break;
  site.edit(page, (await site.text(page)).replace('the Apache Ant site', 'the Apache Atn site'));
}
const code = await openSite('no/such/folder').then(() => undefined, (error: unknown) => error instanceof TemplensError ? error.code : undefined);
console.log(JSON.stringify({ text, words, wrong, template, pages: contents.length, kinds, found, code }));
`;

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  target: 'es2022',
  lib: ['es2023', 'esnext.disposable'],
  skipLibCheck: false,
  typeRoots: [join(repository, 'node_modules/@types')],
  types: ['node'],
  rootDir: 'src',
  outDir: 'built',
};

test.each([
  ['nodenext', 'nodenext'],
  ['es2022', 'bundler'],
])('compiles with the module setting %s, resolved as %s', (module, moduleResolution) => {
  const configuration = { compilerOptions: { ...compilerOptions, module, moduleResolution }, include: ['src'] };
  writeFiles(hour.project.folder, { 'src/main.ts': program, 'tsconfig.json': JSON.stringify(configuration) });
  const compiled = hour.sh(`node '${join(repository, 'node_modules/typescript/bin/tsc')}' -p .`);
  expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('runs: extracts, lists contents, follows events', () => {
  const { code, stdout, stderr } = hour.sh('node built/main.js');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  hour.keep('answer.json', stdout);
  const answer = JSON.parse(stdout);
  expect(answer.text).toContain('Board Resolution');
  for (const word of answer.words) expect(answer.text).toContain(word.split('\n')[0]);
  expect(answer.template).toContain('templens:hole content');
  expect(answer).toMatchObject({ pages: 14, kinds: { page: expect.any(Number), ready: 1 }, code: 'unreadable-site' });
  expect(answer.found).toContain('Apache Atn site');
  const lines = readFileSync(join(hour.project.folder, 'contents.jsonl'), 'utf8');
  hour.keep('contents.jsonl', lines);
  const entries = lines
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { page: string; texts: string[] });
  expect(entries).toHaveLength(14);
  expect(entries.find(({ page }) => page === 'mission.html')!.texts.join(' ')).toContain('Board Resolution');
});
