import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { installInto, type Project, type Run } from '../../package/packed.ts';
import { newFolder, removeFolder } from '../../site/folder.ts';

/** Folder for the outputs and pictures; git ignores it. */
export const output = fileURLToPath(new URL('../output', import.meta.url));

/** A folder with the package, as a person gets it, and a record of what the person does. */
export interface FirstHour {
  project: Project;
  /** Runs a line of a shell in the project, and adds it and its output to `transcript.txt`. */
  sh(line: string, environment?: NodeJS.ProcessEnv): Run;
  /** Keeps a file in the folder for outputs; returns its path. */
  keep(name: string, content: string | Uint8Array): string;
  /** Writes the transcript and removes the project. */
  end(): void;
}

/** @param name of the first hour: the folder of its outputs */
export function startFirstHour(name: string): FirstHour {
  const folder = newFolder({});
  const start = performance.now();
  const lines: string[] = [];
  const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  const project = installInto(folder, inject('archive'));
  lines.push(`# npm install templens: ${seconds()}`);
  const keep = (file: string, content: string | Uint8Array): string => {
    const path = join(output, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  return {
    project,
    keep,
    sh(line, environment) {
      const run = project.run('bash', ['-c', line], environment);
      lines.push(`$ ${line}`, run.stdout + run.stderr, `# code ${run.code}, ${seconds()} after the start`);
      return run;
    },
    end() {
      keep('transcript.txt', lines.join('\n'));
      removeFolder(folder);
    },
  };
}
