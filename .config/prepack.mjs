// Puts the files of the repository's root that belong to the package beside its manifest; with --clean, takes them away again.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const { repository } = JSON.parse(readFileSync(new URL('../server/package.json', import.meta.url), 'utf8'));
const address = repository.url.replace(/^git\+|\.git$/g, '');

for (const name of ['README.md', 'LICENSE']) {
  const target = new URL(`../server/${name}`, import.meta.url);
  if (process.argv.includes('--clean')) rmSync(target, { force: true });
  else writeFileSync(target, withWholeLinks(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')));
}

/** Relative links and pictures lead to the repository: its other files are not in the package. */
function withWholeLinks(text) {
  return text.replace(/(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)]+)\)/g, (_, picture, words, path) => {
    return `${picture}${words}(${address}/${picture === '' ? 'blob' : 'raw'}/main/${path})`;
  });
}
