// Writes the files that list the checks: `npm run lists`.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { checksIndex, checksIndexPath, jsonLists } from '../support/check-lists.ts';

const root = pathToFileURL(`${process.cwd()}/`);
for (const { path, content } of jsonLists(root)) writeFileSync(new URL(path, root), `${JSON.stringify(content, null, 2)}\n`);
writeFileSync(new URL(checksIndexPath, root), checksIndex());
