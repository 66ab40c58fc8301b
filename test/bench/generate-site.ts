// Writes a generated site. usage: node test/bench/dist/generate-site.js FOLDER [--pages N] [--layouts N] [--seed N]
import { parseArgs } from 'node:util';
import { writeGeneratedSite } from '../support/generated-site.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '1000' },
    layouts: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
});
const [folder] = positionals;
if (!folder) {
  console.error('Name the folder to write the site into.');
  process.exit(2);
}
writeGeneratedSite({ pages: Number(values.pages), layouts: Number(values.layouts), seed: Number(values.seed) }, folder);
