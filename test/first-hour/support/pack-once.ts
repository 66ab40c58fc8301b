// Packs the package once for all first hours, and says where they leave their outputs.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packInto } from '../../package/packed.ts';
import { output } from './first-hour.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Absolute path of the packed package. */
    archive: string;
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'templens-first-hour-'));
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  project.provide('archive', packInto(folder).archive);
  return () => {
    rmSync(folder, { recursive: true });
    console.log(`The outputs and pictures of the first hours are in ${output}.`);
  };
}
