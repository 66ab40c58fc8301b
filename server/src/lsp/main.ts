// Entry point of the language server without the command line, for bundling in an editor extension; the same as `templens lsp`.
import { printableLines } from 'templens-shared/printable';
import { startLanguageServer } from './start.ts';

startLanguageServer(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`templens: ${printableLines(error.message)}\n`, () => process.exit(3));
});
