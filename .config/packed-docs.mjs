// Documents as a package holds them: no link leads to what the package does not have.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';

/** Paths of the Markdown files in a folder, from the root of the repository. */
export function documentsIn(folder) {
  return filesIn(folder).filter(path => path.endsWith('.md'));
}

/** Paths of the files in a folder, from the root of the repository. */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true }).map(path => join(folder, path.replaceAll('\\', '/')));
}

/**
 * Writes documents of `docs`, by their paths from the root of the repository, to the same paths in the folder of a package.
 * @param beside other files that the package has.
 */
export function packDocuments(paths, folder, beside = []) {
  rmSync(join(folder, 'docs'), { recursive: true, force: true });
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), packedDocument(path, [...paths, ...beside]));
  }
}

/**
 * The text of a document with links to files of the package only: of other relative links the words stay, other pictures go.
 * @param packed paths of the files of the package, from the root of the repository.
 * @param at folder of the package in which the document stands, from where the repository's root is in the package.
 */
export function packedDocument(path, packed, at = dirname(path)) {
  const isPacked = target => packed.some(other => other === target || other.startsWith(`${target}/`));
  const text = readFileSync(path, 'utf8');
  return text.replace(/(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)#]+)([^)]*)\)/g, (_, picture, words, target, fragment) => {
    const file = join(dirname(path), target);
    if (isPacked(file)) return `${picture}[${words}](${relative(at, file)}${fragment})`;
    return picture === '' ? words : '';
  });
}
