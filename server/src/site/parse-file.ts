import { type ParseContext, type ParsedFile, parseRead } from './parse-text.ts';
import { readPageFile } from './read-page.ts';

/** Reads, decodes and parses one page, in the engine's thread or in a parse worker. Never throws. */
export function parseFile(context: ParseContext, page: string): ParsedFile {
  return parseRead(page, readPageFile(context.root, page, context.realRoot, context), context);
}
