import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams } from 'vscode-languageserver';
import { type DocumentConnection, Documents } from '../../server/src/lsp/documents.ts';
import type { PositionEncoding } from '../../server/src/lsp/positions.ts';

const uri = 'file:///site/page.html';

/** Documents, and the client that opens, edits and closes them. */
function opened(encoding: PositionEncoding) {
  let open: (params: DidOpenTextDocumentParams) => void = () => {};
  let change: (params: DidChangeTextDocumentParams) => void = () => {};
  let close: (params: DidCloseTextDocumentParams) => void = () => {};
  const nothing = { dispose: () => {} };
  const connection: DocumentConnection = {
    onDidOpenTextDocument: handler => {
      open = handler;
      return nothing;
    },
    onDidChangeTextDocument: handler => {
      change = handler;
      return nothing;
    },
    onDidCloseTextDocument: handler => {
      close = handler;
      return nothing;
    },
    onWillSaveTextDocument: () => nothing,
    onWillSaveTextDocumentWaitUntil: () => nothing,
    onDidSaveTextDocument: () => nothing,
  };
  const documents = new Documents(connection, encoding);
  return {
    documents,
    open: (text: string, version = 1) => open({ textDocument: { uri, languageId: 'html', version, text } }),
    change: (contentChanges: DidChangeTextDocumentParams['contentChanges'], version: number) =>
      change({ textDocument: { uri, version }, contentChanges }),
    close: () => close({ textDocument: { uri } }),
  };
}

/** A position as a client would count it. */
function positionIn(text: string, offset: number, encoding: PositionEncoding) {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  const before = lines.at(-1)!;
  return { line: lines.length - 1, character: encoding === 'utf-8' ? new TextEncoder().encode(before).length : before.length };
}

describe('open documents', () => {
  test.each<PositionEncoding>(['utf-16', 'utf-8'])('follow any sequence of edits counted in %s', encoding => {
    const piece = fc.constantFrom('a', 'é', '😀', '\n', '\r\n', '日本', '');
    const edit = fc.record({ from: fc.nat(), length: fc.nat(4), text: piece });
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 5 }),
        (initial, batches) => {
          let text = initial.join('');
          const client = opened(encoding);
          client.open(text);
          batches.forEach((edits, i) => {
            const changes = edits.map(({ from, length, text: inserted }) => {
              const places = boundariesOf(text);
              const first = from % places.length;
              const [start, end] = [places[first]!, places[Math.min(places.length - 1, first + length)]!];
              const range = { start: positionIn(text, start, encoding), end: positionIn(text, end, encoding) };
              text = text.slice(0, start) + inserted + text.slice(end);
              return { range, text: inserted };
            });
            client.change(changes, i + 2);
          });
          expect(client.documents.get(uri)?.getText()).toBe(text);
        },
      ),
    );
  });

  test('take a whole new text', () => {
    const client = opened('utf-8');
    client.open('<p>old</p>');
    client.change([{ text: '<p>né</p>' }], 2);
    expect(client.documents.get(uri)?.getText()).toBe('<p>né</p>');
  });

  test('have a new revision after every change, also when closed and opened with the same version', () => {
    const client = opened('utf-16');
    const revisions = new Set<number>();
    client.documents.onChange(document => revisions.add(client.documents.revision(document.uri)));
    client.open('a');
    client.change([{ text: 'b' }], 2);
    client.close();
    expect(client.documents.revision(uri)).toBe(0);
    client.open('c', 1);
    expect(revisions.size).toBe(3);
  });
});

/** Offsets between whole characters and line ends. */
function boundariesOf(text: string): number[] {
  const boundaries = [0];
  for (const [part] of text.matchAll(/\r\n|[\s\S]/gu)) boundaries.push(boundaries.at(-1)! + part.length);
  return boundaries;
}
