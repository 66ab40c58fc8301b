import { setImmediate as nextTurn } from 'node:timers/promises';
import { offerLab } from '../with-lab.ts';
import { loadAlgorithms } from './algorithms.ts';
import { type MovedFile, movedFiles } from './moved-files.ts';
import { type ParseContext, parseFile } from './parse-file.ts';
import { TidyMemory } from './tidy-memory.ts';

offerLab();

export interface ParseRequest {
  context: ParseContext;
  pages: string[];
}

const memory = new TidyMemory();

export default async function parsePages({ context, pages }: ParseRequest): Promise<MovedFile[]> {
  // The answer to the request before this one goes out first.
  await nextTurn();
  await loadAlgorithms(context);
  memory.tidy();
  return movedFiles(pages.map(page => parseFile(context, page)));
}
