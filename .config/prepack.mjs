// Puts the files of the repository's root that belong to the package beside its manifest; with --clean, takes them away again.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chdir } from 'node:process';
import { documentsIn, packedDocument } from './packed-docs.mjs';

chdir(join(import.meta.dirname, '..'));
const names = ['README.md', 'LICENSE'];
const packed = [...names, ...documentsIn('docs')];
for (const name of names) {
  const target = join('server', name);
  if (process.argv.includes('--clean')) rmSync(target, { force: true });
  else writeFileSync(target, packedDocument(name, packed));
}
