// Writes the lists and the table of the checks, and the table of the extractors' options: `npm run lists`.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { checkTable, jsonLists } from '../support/check-lists.ts';
import { extractorOptionTable } from '../support/extractor-option-table.ts';
import { writeMarked } from '../support/replace-tables.ts';

const root = pathToFileURL(`${process.cwd()}/`);
for (const { path, content } of jsonLists(root)) writeFileSync(new URL(path, root), `${JSON.stringify(content, null, 2)}\n`);
writeMarked(new URL('docs/checks/README.md', root), 'checks', checkTable());
writeMarked(new URL('docs/cli.md', root), 'extractor options', extractorOptionTable());
