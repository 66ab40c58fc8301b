// Gives the extension, and how the software is cited, the version of the package, after changesets has raised that.
import { readFileSync, writeFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('server/package.json', 'utf8'));
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
writeFileSync('CITATION.cff', readFileSync('CITATION.cff', 'utf8').replace(/^version: .*$/m, `version: ${version}`));
writeFileSync('package.json', `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
