import { setImmediate as nextTurn } from 'node:timers/promises';
import { offerLab } from '../with-lab.ts';
import { loadAlgorithms } from './algorithms.ts';
import { type PackedFile, packFiles } from './packed-files.ts';
import { parseFile } from './parse-file.ts';
import type { ParseContext } from './parse-text.ts';
import { TidyMemory } from './tidy-memory.ts';

offerLab();

/** A task: pages to read and parse. */
export interface ParseRequest {
  context: ParseContext;
  pages: string[];
}

const memory = new TidyMemory();

/** Entry point of a parse worker. */
export default async function parsePages({ context, pages }: ParseRequest): Promise<PackedFile[]> {
  // Lets the result of the task before this one be sent first.
  await nextTurn();
  await loadAlgorithms(context);
  memory.tidy();
  return packFiles(pages.map(page => parseFile(context, page)));
}
