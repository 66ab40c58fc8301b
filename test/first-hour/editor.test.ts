// An editor that starts the language server of the installed package over stdio: opens a page, sees, asks, fixes, saves.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { CodeAction, Hover, PublishDiagnosticsParams, TextDocumentEdit, TextEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { exitOf, fullCapabilities, LanguageClient } from '../lsp/support/language-client.ts';
import { writeFiles } from '../site/folder.ts';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';
import { type FirstHour, startFirstHour } from './support/first-hour.ts';

let hour: FirstHour;
beforeAll(() => {
  hour = startFirstHour('editor');
});
afterAll(() => hour.end());

const capabilities = {
  ...fullCapabilities,
  workspace: { ...fullCapabilities.workspace, workspaceEdit: { documentChanges: true } },
  textDocument: {
    ...fullCapabilities.textDocument,
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } },
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
    },
  },
};

test('opens a page, shows template and content, reports a typo, explains it, fixes it, and is silent', async () => {
  const site = join(hour.project.folder, 'site');
  const sound = Object.fromEntries(framedSite(12).map(page => [page.path, textOf(page)]));
  const page = Object.keys(sound)[1]!;
  const text = sound[page]!.replace('>Archive<', '>Archvie<');
  writeFiles(site, { ...framedSiteFiles, ...sound, [page]: text });
  const server = spawn('npx', ['templens', 'lsp', '--stdio'], { cwd: hour.project.folder, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill('SIGKILL'));
  const client = LanguageClient.overStdio(server, { folders: [site] });
  const steps: Record<string, unknown> = {};
  steps.initialize = await client.initialize({ folders: [site], capabilities });
  const uri = client.uri(page);
  const document = TextDocument.create(uri, 'html', 1, text);
  const position = document.positionAt(text.indexOf('Archvie') + 1);
  const diagnosticsOf = (version: number): Promise<PublishDiagnosticsParams> =>
    client.next('textDocument/publishDiagnostics', params => params.uri === uri && params.version === version);

  client.open(page, text);
  const regions = await client.regions(page, 1, ({ regions }) => regions.some(({ kind }) => kind === 'deviating'));
  steps.regions = regions;
  expect(regions.pages).toBe(12);
  expect(new Set(regions.regions.map(({ kind }) => kind))).toEqual(new Set(['template', 'content', 'deviating']));

  const { diagnostics } = await diagnosticsOf(1);
  steps.diagnostics = diagnostics;
  expect(diagnostics).toMatchObject([
    { code: 'template/changed-text', severity: 2, message: expect.stringContaining('“Archive”') },
  ]);
  expect(document.getText(diagnostics[0]!.range)).toContain('Archvie');

  const hover = await client.request<Hover>('textDocument/hover', { textDocument: { uri }, position });
  steps.hover = hover;
  expect(JSON.stringify(hover.contents)).toContain('Archive');

  const context = { diagnostics, only: ['quickfix'] };
  const range = diagnostics[0]!.range;
  const actions = await client.request<CodeAction[]>('textDocument/codeAction', { textDocument: { uri }, range, context });
  const preferred = actions.find(({ isPreferred }) => isPreferred)!;
  expect(preferred.title).toBe('Change the text to “Archive” (11 of 12 pages)');
  const { edit } = await client.request<CodeAction>('codeAction/resolve', preferred);
  steps.action = { ...preferred, edit };
  const [change] = edit!.documentChanges as TextDocumentEdit[];
  const fixed = TextDocument.applyEdits(document, change!.edits as TextEdit[]);
  expect(fixed).toBe(sound[page]);

  client.change(page, 2, { text: fixed });
  steps.after = await diagnosticsOf(2);
  expect(steps.after).toMatchObject({ diagnostics: [] });
  writeFileSync(join(site, page), fixed);
  client.notify('textDocument/didSave', { textDocument: { uri } });
  client.close(page);
  await client.shutdown();
  expect(await exitOf(server)).toBe(0);
  hour.keep('session.json', JSON.stringify(steps, undefined, 2));
  expect(readFileSync(join(site, page), 'utf8')).toBe(sound[page]);
  expect(hour.sh('npx templens check site')).toMatchObject({ code: 0 });
});
