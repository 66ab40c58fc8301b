// The diff, SARIF, the editor and the file that is written: all four change the same characters, and no others.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CodeAction, TextDocumentEdit, TextEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { templens } from '../cli/templens.ts';
import { startClient } from '../lsp/support/language-client.ts';
import { makeFolder } from '../site/folder.ts';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';

const menu = (up: string) =>
  ['north', 'east', 'south'].map(
    place => `  <section>\n    <h2>${place}</h2>\n    <a href="${up}${place}.html">Go ${place}</a>\n  </section>\n`,
  );
const withSections = (text: string, sections: readonly string[]): string =>
  text.replace('  <aside>\n', `  <div class="places">\n${sections.join('')}  </div>\n  <aside>\n`);
const pages = framedSite(12).map(page => {
  const up = page.path.startsWith('docs/') ? '../' : '';
  return { path: page.path, text: withSections(textOf(page), menu(up)) };
});
const [{ path, text }] = pages as [(typeof pages)[number]];

/** The page with a defect, in lines that end and are indented in their own ways; what a safe fix makes of it. */
const defects: Record<string, { before: string; after: string }> = {
  'an entry that is missing': {
    before: text.replace(/\n {6}<li><a href="people.*/, '').replace('<ul>', '<ul>\t'),
    after: text.replace('<ul>', '<ul>\t'),
  },
  'an address that is changed': {
    before: text.replace('<a href="archive.html"', '<a  href=archve.html'),
    after: text.replace('<a href="archive.html"', '<a  href="archive.html"'),
  },
};

test.each(Object.entries(defects))('%s', async (_, { before, after }) => {
  const linked = ['news', 'archive', 'people', 'contact', 'letter', 'imprint', 'privacy', 'index', 'north', 'east', 'south'];
  const root = makeFolder({
    'templens.config.json': JSON.stringify({ exclude: linked.map(name => `${name}.html`) }),
    ...framedSiteFiles,
    ...Object.fromEntries(linked.map(name => [`${name}.html`, ''])),
    ...Object.fromEntries(pages.map(page => [page.path, page.text])),
    [path]: before,
  });
  const { stdout: diff } = await templens(['fix', root]);
  const { stdout: sarif } = await templens(['check', root, '--format', 'sarif']);
  const inEditor = await editOf(root, before);

  execFileSync('git', ['apply', '--whitespace=nowarn'], { cwd: root, input: diff });
  expect(readFileSync(join(root, path), 'utf8')).toBe(after);
  expect(replaced(before, sarif)).toBe(after);
  expect(inEditor).toBe(after);
  writeFileSync(join(root, path), before);
  expect((await templens(['fix', root, '--write'])).code).toBe(0);
  expect(readFileSync(join(root, path), 'utf8')).toBe(after);
});

async function editOf(root: string, before: string): Promise<string> {
  const { client } = await startClient({ folders: [root] });
  client.open(path, before, 1);
  const document = TextDocument.create(client.uri(path), 'html', 1, before);
  const range = { start: document.positionAt(0), end: document.positionAt(before.length) };
  const actions = await client.request<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: document.uri },
    range,
    context: { diagnostics: [], only: ['source.fixAll.templens'] },
  });
  const { changes, documentChanges } = actions[0]!.edit!;
  const edits = changes?.[document.uri] ?? ((documentChanges as TextDocumentEdit[])[0]!.edits as TextEdit[]);
  return TextDocument.applyEdits(document, edits);
}

interface Replacement {
  deletedRegion: { charOffset: number; charLength: number };
  insertedContent: { text: string };
}

function replaced(before: string, sarif: string): string {
  const results = JSON.parse(sarif).runs[0].results as { fixes?: { artifactChanges: { replacements: Replacement[] }[] }[] }[];
  const [{ replacements }] = results.flatMap(({ fixes = [] }) => fixes.flatMap(({ artifactChanges }) => artifactChanges)) as [
    { replacements: Replacement[] },
  ];
  const document = TextDocument.create('', 'html', 1, before);
  const position = (offset: number) => document.positionAt(offset);
  return TextDocument.applyEdits(
    document,
    replacements.map(({ deletedRegion: { charOffset, charLength }, insertedContent }) => ({
      range: { start: position(charOffset), end: position(charOffset + charLength) },
      newText: insertedContent.text,
    })),
  );
}
