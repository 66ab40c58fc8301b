// Puts the files of the repository's root that belong to the package beside its manifest; with --clean, takes them away again.
import { copyFileSync, rmSync } from 'node:fs';

for (const name of ['README.md', 'LICENSE']) {
  const target = new URL(`../server/${name}`, import.meta.url);
  if (process.argv.includes('--clean')) rmSync(target, { force: true });
  else copyFileSync(new URL(`../${name}`, import.meta.url), target);
}
