// Writes the type declarations of the package's API.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { dirname, join, relative } from 'node:path/posix';

/**
 * Writes the declarations that `entry` reaches into `folder`, with its own as `index.d.ts` at the path that it has in the repository.
 * Imports between workspaces become relative ones, so that the package needs no other.
 */
export function packageTypes(entry, folder) {
  const emitted = mkdtempSync(join(tmpdir(), 'templens-types-'));
  try {
    const tsc = resolve('node_modules/.bin/tsc');
    const project = resolve('.config/tsconfig.types.json');
    execFileSync(process.execPath, [tsc, '-p', project, '--outDir', emitted], { stdio: 'inherit' });
    rmSync(folder, { recursive: true, force: true });
    const written = new Set();
    const next = [entry];
    for (let path = next.pop(); path !== undefined; path = next.pop()) {
      if (written.has(path)) continue;
      written.add(path);
      const declarations = readFileSync(join(emitted, path.replace(/\.ts$/, '.d.ts')), 'utf8').replace(
        /(\bfrom |\bimport\()'([^']+)'/g,
        (_whole, before, specifier) => {
          const target = targetOf(path, specifier);
          if (target === undefined) throw new Error(`The types of the API need ${specifier} (${path}).`);
          next.push(target);
          const to = relative(dirname(path), target).replace(/\.ts$/, '.js');
          return `${before}'${to.startsWith('.') ? to : `./${to}`}'`;
        },
      );
      const target = join(folder, path.replace(/\.ts$/, '.d.ts'));
      mkdirSync(dirname(target), { recursive: true });
      // Users need not have the library of Node's types for it.
      writeFileSync(target, `/// <reference lib="esnext.disposable" />\n${declarations}`);
    }
  } finally {
    rmSync(emitted, { recursive: true });
  }
}

/** The source file in the repository that an import means; undefined for a package. */
function targetOf(from, specifier) {
  if (specifier.startsWith('.')) return join(dirname(from), specifier).replace(/\.js$/, '.ts');
  const [, name] = /^templens-shared\/(.+)$/.exec(specifier) ?? [];
  return name && `shared/src/${name}.ts`;
}
