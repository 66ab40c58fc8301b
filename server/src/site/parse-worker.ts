import { setImmediate as nextTurn } from 'node:timers/promises';
import { type MovedFile, movedFiles } from './moved-files.ts';
import { type ParseContext, parseFile } from './parse-file.ts';

export interface ParseRequest {
  context: ParseContext;
  pages: string[];
}

export default async function parsePages({ context, pages }: ParseRequest): Promise<MovedFile[]> {
  // The answer to the request before this one goes out first.
  await nextTurn();
  return movedFiles(pages.map(page => parseFile(context, page)));
}
