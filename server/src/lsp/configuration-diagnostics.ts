import { type Connection, type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import type { ConfigurationProblem } from '../site/configuration.ts';

/** Shows what is wrong with a site's configuration file in that file, and takes back what is put right. */
export class ConfigurationDiagnostics {
  readonly #connection: Connection;
  readonly #shown = new Map<string, string[]>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** `site` keys what was shown before. */
  show(site: string, problems: readonly ConfigurationProblem[]): void {
    const files = new Map<string, ConfigurationProblem[]>();
    for (const problem of problems) {
      const uri = URI.file(problem.file).toString();
      files.set(uri, [...(files.get(uri) ?? []), problem]);
    }
    for (const uri of this.#shown.get(site) ?? []) if (!files.has(uri)) this.#publish(uri, []);
    for (const [uri, found] of files) this.#publish(uri, found);
    this.#shown.set(site, [...files.keys()]);
  }

  #publish(uri: string, problems: readonly ConfigurationProblem[]): void {
    const diagnostics: Diagnostic[] = problems.map(({ line, column, message }) => {
      const position = { line: line - 1, character: column - 1 };
      return { range: { start: position, end: position }, severity: DiagnosticSeverity.Error, source: 'templens', message };
    });
    void this.#connection.sendDiagnostics({ uri, diagnostics });
  }
}
