import { parentPort } from 'node:worker_threads';
import { transferables } from '../core/digest/page-digest.ts';
import { featureBuffers } from '../core/digest/page-features.ts';
import { type ParseContext, type ParsedFile, parseFile } from './parse-file.ts';

export interface ParseRequest {
  context: ParseContext;
  pages: string[];
}

parentPort?.on('message', ({ context, pages }: ParseRequest) => {
  const parsed = pages.map(page => parseFile(context, page));
  // Empty arrays are one and the same on many pages; a buffer can be handed over once.
  const buffers = new Set(parsed.flatMap(buffersOf).filter(({ byteLength }) => byteLength > 0));
  parentPort?.postMessage(parsed, [...buffers]);
});

function buffersOf(file: ParsedFile): ArrayBuffer[] {
  if (file.kind !== 'tree') return [];
  return [...transferables(file.digest), ...featureBuffers(file.features)];
}
