// The language server alone, as editors' extensions bundle it: `templens lsp` without the command line.
import { printableLines } from 'templens-shared/printable';
import { startLanguageServer } from './start.ts';

startLanguageServer(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`templens: ${printableLines(error.message)}\n`, () => process.exit(3));
});
