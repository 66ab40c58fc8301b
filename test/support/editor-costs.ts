// What an editor waits for, from its messages to those of the server.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generatedPage, generatedPath, type SiteShape } from './generated-site.ts';
import { type MeasuredServer, startMeasuredServer } from './measured-server.ts';

/** Milliseconds between two hovers while the files of a branch are read. */
const HOVER_PAUSE = 20;

/** Milliseconds, one entry a measurement. */
export interface EditorCosts {
  /** From `didChange` with one letter to the regions of the new text. */
  regions: number[];
  /** Answers of `willRenameFiles` about a page to which others link. */
  renames: number[];
  /** Hovers from the moment when all files have other texts until all of them are known. */
  hovers: number[];
}

/** A server in a process of its own, with one page of a generated site open. All pages on disk have another text afterwards. */
export async function editorCosts(bin: string, root: string, shape: SiteShape, edits: number): Promise<EditorCosts> {
  const server = await startMeasuredServer(bin, root);
  try {
    return await measure(server, root, shape, edits);
  } finally {
    await server.close();
  }
}

async function measure(
  { connection, uriOf, open, regions: regionsOf }: MeasuredServer,
  root: string,
  shape: SiteShape,
  edits: number,
): Promise<EditorCosts> {
  const path = generatedPath(shape, 3);
  const uri = uriOf(path);
  const text = generatedPage(shape, 3);
  await open(path, text);

  const [line, character] = placeOf(text, '</main>');
  const regions: number[] = [];
  for (let version = 2; version <= edits + 6; version++) {
    const range = { start: { line, character }, end: { line, character } };
    const came = regionsOf(path, version);
    const start = performance.now();
    await connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range, text: 'x' }],
    });
    await came;
    // The first edits warm the code up.
    if (version > 6) regions.push(performance.now() - start);
    await sleep(HOVER_PAUSE);
  }

  const renames: number[] = [];
  for (let round = 0; round < 5; round++) {
    const files = [{ oldUri: uri, newUri: uriOf(`moved/page-${round}.html`) }];
    renames.push(await timed(() => connection.sendRequest('workspace/willRenameFiles', { files })));
  }

  const paths = Array.from({ length: shape.pages }, (_, index) => generatedPath(shape, index));
  for (const [index, page] of paths.entries()) writeFileSync(join(root, page), generatedPage(shape, index, { revision: 7 }));
  await connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: paths.map(page => ({ uri: uriOf(page), type: 2 })),
  });
  let isSwitched = false;
  const switched = connection.sendRequest('workspace/executeCommand', { command: 'templens.showGroups' }).then(() => {
    isSwitched = true;
  });
  const hovers: number[] = [];
  const [hoverLine, hoverCharacter] = placeOf(text, '<main');
  const position = { line: hoverLine, character: hoverCharacter + 1 };
  while (!isSwitched) {
    hovers.push(await timed(() => connection.sendRequest('textDocument/hover', { textDocument: { uri }, position })));
    await sleep(HOVER_PAUSE);
  }
  await switched;
  return { regions, renames, hovers };
}

function placeOf(text: string, words: string): [line: number, character: number] {
  const before = text.slice(0, text.indexOf(words)).split('\n');
  return [before.length - 1, before.at(-1)!.length];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
