import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { URI } from 'vscode-uri';
import { rulePage } from '../docs/rule-page.ts';
import type { Configuration } from '../site/configuration.ts';
import { PositionMapper } from './positions.ts';
import type { Session } from './session.ts';

/** Shows the errors of a site's configuration file as diagnostics of that file, and removes them when they are fixed. */
export class ConfigurationDiagnostics {
  readonly #session: Session;
  /** URIs of the files with diagnostics, by the URI of the site's folder. */
  readonly #shown = new Map<string, string[]>();

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Replaces the diagnostics that were shown for the site before.
   * @param siteUri the URI of the site's folder.
   */
  show(siteUri: string, { problems, text }: Pick<Configuration, 'problems' | 'text'>): void {
    const positions = new PositionMapper(TextDocument.create('', 'json', 0, text), this.#session.client.encoding);
    const files = new Map<string, Diagnostic[]>();
    for (const { file, start, end, message, instead } of problems) {
      const uri = URI.file(file).toString();
      const diagnostic: Diagnostic = {
        range: positions.range(start, end),
        severity: DiagnosticSeverity.Error,
        source: 'templens',
        code: 'templens/config',
        ...(this.#session.client.codeDescription && { codeDescription: { href: rulePage('templens/config').href } }),
        message: instead === undefined ? message : `${message} ${instead}`,
      };
      files.set(uri, [...(files.get(uri) ?? []), diagnostic]);
    }
    for (const uri of this.#shown.get(siteUri) ?? [])
      if (!files.has(uri)) this.#session.diagnostics.set(uri, 'configuration', []);
    for (const [uri, found] of files) this.#session.diagnostics.set(uri, 'configuration', found);
    this.#shown.set(siteUri, [...files.keys()]);
  }
}
