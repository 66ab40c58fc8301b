import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ParseContext, type ParsedFile, parseFile } from './parse-file.ts';

export interface ParseRequest {
  context: ParseContext;
  pages: string[];
}

export default async function parsePages({ context, pages }: ParseRequest): Promise<ParsedFile[]> {
  // The answer to the request before this one goes out first.
  await nextTurn();
  return pages.map(page => parseFile(context, page));
}
