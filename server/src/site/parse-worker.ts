import { parentPort } from 'node:worker_threads';
import { transferables } from '../core/page/page-digest.ts';
import { type ParseContext, type ParsedFile, parseFile } from './parse-file.ts';

export interface ParseRequest {
  context: ParseContext;
  pages: string[];
}

parentPort?.on('message', ({ context, pages }: ParseRequest) => {
  const parsed = pages.map(page => parseFile(context, page));
  parentPort?.postMessage(parsed, parsed.flatMap(buffersOf));
});

function buffersOf(file: ParsedFile): ArrayBuffer[] {
  if (file.kind !== 'tree') return [];
  const features = file.features ? [file.features.first.buffer, file.features.keys.buffer] : [];
  return [...transferables(file.digest), ...(features as ArrayBuffer[])];
}
