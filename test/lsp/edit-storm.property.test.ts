import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DocumentDiagnosticReport } from 'vscode-languageserver';
import { FileChangeType } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { inputs } from '../support/random-inputs.ts';
import { rightSite, withoutContact } from './support/drifted-site.ts';
import { type LanguageClient, pullingCapabilities, startClient } from './support/language-client.ts';
import { makeSite } from './support/site.ts';

const pages = Object.keys(rightSite);
const page = fc.constantFrom(...pages);
const variant = fc.constantFrom(
  (text: string) => text,
  withoutContact,
  (text: string) => text.replace('<h2>', '<h2 class="big">'),
  (text: string) => text.replace('And more of it.', 'And less of it, \u{1F600} by the way.'),
);
/** A tag that has only begun: the page is not judged until more is typed. */
const HALF = '<p class="x';
const typed = fc.oneof(
  { weight: 4, arbitrary: variant },
  { weight: 1, arbitrary: fc.constant((text: string) => text.replace('<h2>', `${HALF}<h2>`)) },
);
const operation = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('type' as const), page, variant: typed }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('close' as const), page }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('write' as const), page, variant }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), page }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ask' as const), page }) },
);

/** The change of an editor that makes one text of another: the range that differs. */
function changeBetween(before: string, after: string): object {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let same = 0;
  while (same < Math.min(before.length, after.length) - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  const document = TextDocument.create('', '', 0, before);
  const range = { start: document.positionAt(start), end: document.positionAt(before.length - same) };
  return { range, text: after.slice(start, after.length - same) };
}

/** What a server says of the open pages. */
async function said(client: LanguageClient, open: ReadonlyMap<string, string>) {
  const answers = [];
  for (const [path, text] of open) {
    const textDocument = { uri: client.uri(path) };
    const report = await client.request<DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument,
      identifier: 'templens',
    });
    // Of a page that is being typed the editor keeps what was reported before.
    const isHalf = text.includes(HALF);
    const items =
      report.kind === 'full' && !isHalf ? report.items.map(({ range, code, message }) => ({ range, code, message })) : [];
    answers.push({ path, items, outline: await client.request('textDocument/documentSymbol', { textDocument }) });
  }
  return answers;
}

test('after a storm of edits a server says what a fresh one says of the same files and open texts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 40 }), async operations => {
      const root = makeSite(rightSite);
      const { client } = await startClient({ folders: [root], capabilities: pullingCapabilities });
      const open = new Map<string, string>();
      for (const [index, step] of operations.entries()) {
        const uri = client.uri(step.page);
        const known = open.get(step.page);
        if (step.kind === 'type') {
          const text = step.variant(rightSite[step.page]!);
          if (known === undefined) client.open(step.page, text, index);
          else client.change(step.page, index, changeBetween(known, text));
          open.set(step.page, text);
        } else if (step.kind === 'close') {
          if (open.delete(step.page)) client.close(step.page);
        } else if (step.kind === 'ask') {
          if (known !== undefined) await client.request('textDocument/documentSymbol', { textDocument: { uri } });
        } else {
          if (step.kind === 'write') writeFileSync(join(root, step.page), step.variant(rightSite[step.page]!));
          else rmSync(join(root, step.page), { force: true });
          const type = step.kind === 'write' ? FileChangeType.Changed : FileChangeType.Deleted;
          client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type }] });
        }
      }
      // Of the other pages, too, a server is asked as of open ones.
      for (const path of pages) {
        if (open.has(path) || !existsSync(join(root, path))) continue;
        open.set(path, readFileSync(join(root, path), 'utf8'));
        client.open(path, open.get(path)!);
      }
      const is = await said(client, open);
      const fresh = await startClient({ folders: [root], capabilities: pullingCapabilities });
      for (const [path, text] of open) fresh.client.open(path, text);
      const shouldBe = await said(fresh.client, open);
      await Promise.all([client.shutdown(), fresh.client.shutdown()]);
      expect(is).toEqual(shouldBe);
    }),
    { numRuns: inputs(1) },
  );
}, 180_000);
