// Measures of the code's structure: rooms, floors, circles, sizes of files, thresholds, words of documents, forbidden imports.
// usage: node test/bench/dist/house.js [--list]     prints each measure with its bar; --list also prints the counted items
// Rules:
//   rooms        folders directly in server/src/core that hold source
//   floors       the longest chain of imports between the folders and files directly in core
//   circles      of imports between the files of server, shared and client, also of types alone
//   small files  files whose only importer is not their registry: an `index.ts` in a folder around them, or `NAME.ts` beside their folder `NAME`
//   thresholds   `const NAME = NUMBER;` of a module if its file compares it by size or calculates with it (test/support/house-measures.ts);
//                the rooms of core that judge findings are not counted
//   words        docs/**/*.md, and the root's documents without CHANGELOG.md; code blocks count, marked tables that a command writes do not
// exit code: 1 if a measure exceeds its bar
import { houseMeasures } from '../support/house-measures.ts';

const isListing = process.argv.includes('--list');
const rows = houseMeasures(process.cwd()).map(measure => {
  const value = measure.value ?? measure.found.length;
  return { ...measure, value, isKept: value <= measure.bar };
});
console.log('| measure | value | bar | ok |\n| --- | --: | --: | --- |');
for (const { name, value, bar, isAbsent, isKept } of rows)
  console.log(`| ${[name, isAbsent ? '' : value, bar, isAbsent ? 'not there yet' : isKept ? 'yes' : 'no'].join(' | ')} |`);
if (isListing) for (const { name, found } of rows) console.log(`\n${name}:\n${found.map(each => `  ${each}`).join('\n')}`);
process.exitCode = rows.every(({ isKept }) => isKept) ? 0 : 1;
