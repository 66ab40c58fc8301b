import { join } from 'node:path';
import { CancellationToken, type Diagnostic, DiagnosticTag } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { URI } from 'vscode-uri';
import { checks } from '../core/findings/checks/index.ts';
import { rulePage } from '../docs/rule-page.ts';
import type { Configuration, ConfigurationName } from '../site/configuration.ts';
import { entryLists, type UnusedEntry, unusedEntries } from '../site/unused-entries.ts';
import { lspSeverities } from './finding-diagnostics.ts';
import { PositionMapper } from './positions.ts';
import type { Session } from './session.ts';
import type { Site } from './site.ts';

const code = 'templens/unused-ignore';

/** Shows diagnostics for entries of a site's configuration file that have no effect; updated when nothing is pending in the site. */
export class UnusedSettings {
  readonly #session: Session;
  /** A new object for every new configuration, so that an answer about an older one can be recognised and dropped. */
  readonly #configurations = new Map<Site, Pick<Configuration, 'name' | 'text'>>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Called when a configuration is in force. */
  configured(site: Site, { name, text }: Pick<Configuration, 'name' | 'text'>): void {
    if (this.#configurations.get(site)?.name !== name) this.clear(site);
    this.#configurations.set(site, { name, text });
    this.idle(site);
  }

  /** Called when nothing is pending in the site: queries and shows the entries without effect. */
  idle(site: Site): void {
    const configuration = this.#configurations.get(site);
    if (!configuration) return;
    this.#query(site, configuration.text)
      .then(unused => {
        if (this.#configurations.get(site) === configuration) this.#show(site, configuration, unused);
      })
      // Rejects if the site is closed first.
      .catch(() => {});
  }

  /** Removes the diagnostics of a site. */
  clear(site: Site): void {
    const configuration = this.#configurations.get(site);
    this.#configurations.delete(site);
    if (configuration) this.#show(site, { ...configuration, text: '' }, []);
  }

  async #query(site: Site, text: string): Promise<UnusedEntry[]> {
    const { settings, diagnostics } = site;
    if (text === '' || diagnostics === 'off' || severityOf(site) === 'off') return [];
    return unusedEntries(query => site.query(query, CancellationToken.None), settings, text, entryLists);
  }

  #show(site: Site, { name, text }: { name: ConfigurationName; text: string }, unused: readonly UnusedEntry[]): void {
    const uri = URI.file(join(site.root, name)).toString();
    const positions = new PositionMapper(TextDocument.create('', 'json', 0, text), this.#session.client.encoding);
    const shown = unused.map(
      ({ start, end, message }): Diagnostic => ({
        range: positions.range(start, end),
        severity: lspSeverities[severityOf(site) as keyof typeof lspSeverities],
        source: 'templens',
        code,
        ...(this.#session.client.codeDescription && { codeDescription: { href: rulePage(code).href } }),
        message,
        tags: [DiagnosticTag.Unnecessary],
      }),
    );
    this.#session.diagnostics.set(uri, 'unused-settings', shown);
  }
}

function severityOf({ settings }: Site): keyof typeof lspSeverities | 'off' {
  return settings.checks[code] ?? checks[code].severity;
}
