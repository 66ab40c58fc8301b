import { parentPort } from 'node:worker_threads';
import { transferables } from '../core/page/access.ts';
import { type ParseContext, parseFile } from './parse-file.ts';

export interface ParseRequest {
  context: ParseContext;
  pages: string[];
}

parentPort?.on('message', ({ context, pages }: ParseRequest) => {
  const parsed = pages.map(page => parseFile(context, page));
  parentPort?.postMessage(
    parsed,
    parsed.flatMap(file => (file.kind === 'tree' ? transferables(file.tree) : [])),
  );
});
