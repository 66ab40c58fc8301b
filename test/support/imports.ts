// Which source files import which, by a light reading of their text.
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import { withSlashes } from '../../server/src/site/path-within.ts';

const builtins = new Set(builtinModules);

export interface Import {
  /** Path of the importing file from the repository's root. */
  from: string;
  /** A path from the repository's root for a file of the product, `node:...` for Node's own modules, else a package's name. */
  to: string;
}

/** Paths of the source files below a folder; none where the folder does not exist. Paths are relative to the repository. */
export function sourcesBelow(repository: string, folder: string): string[] {
  let files: { path: string; isFile: boolean }[];
  try {
    files = readdirSync(join(repository, folder), { recursive: true, withFileTypes: true }).map(file => ({
      path: withSlashes(relative(repository, join(file.parentPath, file.name))),
      isFile: file.isFile(),
    }));
  } catch {
    return [];
  }
  return files
    .filter(({ path, isFile }) => isFile && /\.[cm]?tsx?$/.test(path))
    .map(({ path }) => path)
    .sort();
}

/** What the files below a folder name in `import`, `export ... from`, `import()` and `require()`, also for types alone. */
export function importsBelow(repository: string, folder: string): Import[] {
  return sourcesBelow(repository, folder).flatMap(file => importsOf(repository, file));
}

function importsOf(repository: string, from: string): Import[] {
  const code = readFileSync(join(repository, from), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const specifiers = code.matchAll(/\b(?:from|import|import\s*\(|require\s*\()\s*['"]([^'"]+)['"]/g);
  return [...specifiers].map(([, specifier]) => ({ from, to: target(from, specifier!) }));
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(dirname(from), specifier);
  if (specifier.startsWith('node:') || builtins.has(specifier)) return `node:${specifier.replace('node:', '')}`;
  if (specifier.startsWith('templens-shared/')) return specifier.replace('templens-shared', 'shared/src').concat('.ts');
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Files that import one another in a circle: each group in which every file reaches every other. */
export function circles(imports: readonly Import[]): string[][] {
  const targets = targetsOf(imports);
  const reachable = new Map([...targets.keys()].map(file => [file, reach(targets, file)]));
  const inCircle = [...reachable].filter(([file, others]) => others.has(file));
  const groups = inCircle.map(([file, others]) => [...others].filter(other => reachable.get(other)?.has(file)).sort());
  return [...new Map(groups.map(group => [group.join(), group])).values()];
}

/** The longest way along imports, from the file that imports to what it imports; what is in a circle counts once. */
export function longestChain(imports: readonly Import[]): string[] {
  const circleOf = new Map(circles(imports).flatMap(group => group.map(file => [file, group.join(' and ')])));
  const merged = imports.map(({ from, to }) => ({ from: circleOf.get(from) ?? from, to: circleOf.get(to) ?? to }));
  const targets = targetsOf(merged.filter(({ from, to }) => from !== to));
  const known = new Map<string, string[]>();
  const chainFrom = (file: string): string[] => {
    const chain = known.get(file) ?? [file, ...longest([...(targets.get(file) ?? [])].map(chainFrom))];
    known.set(file, chain);
    return chain;
  };
  return longest([...targets.keys()].map(chainFrom));
}

function longest(chains: readonly string[][]): string[] {
  return chains.reduce((most, chain) => (chain.length > most.length ? chain : most), []);
}

function targetsOf(imports: readonly Import[]): Map<string, Set<string>> {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of imports) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  return targets;
}

/** The files that a file imports, itself or through others. */
function reach(targets: ReadonlyMap<string, ReadonlySet<string>>, file: string): Set<string> {
  const found = new Set<string>();
  const next = [...(targets.get(file) ?? [])];
  for (let to = next.pop(); to !== undefined; to = next.pop()) {
    if (found.has(to)) continue;
    found.add(to);
    next.push(...(targets.get(to) ?? []));
  }
  return found;
}
