// After changesets has raised the version of the package: gives it to the extension and to how the software is cited, and moves the new entry
// of the changelog, which changesets writes beside the package, into the project's only changelog.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('server/package.json', 'utf8'));
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
writeFileSync('CITATION.cff', readFileSync('CITATION.cff', 'utf8').replace(/^version: .*$/m, `version: ${version}`));
writeFileSync('package.json', `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);

const written = 'server/CHANGELOG.md';
if (existsSync(written)) {
  const [entry] = readFileSync(written, 'utf8')
    .split(/^(?=## )/m)
    .slice(1);
  const kinds = { Major: 'Breaking', Minor: 'Added', Patch: 'Fixed' };
  const text = entry
    .trim()
    .replace(/^### (Major|Minor|Patch) Changes$/gm, (_, kind) => `### ${kinds[kind]}`)
    // Changesets puts the hash of the commit before each text.
    .replace(/^- [0-9a-f]{7,}: /gm, '- ');
  writeFileSync(
    'CHANGELOG.md',
    readFileSync('CHANGELOG.md', 'utf8').replace(/^## /m, () => `${text}\n\n## `),
  );
  rmSync(written);
}
