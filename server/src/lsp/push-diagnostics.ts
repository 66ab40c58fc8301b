import type { Session } from './session.ts';

/** Publishes the diagnostics of a document whenever they become others. */
export function pushDiagnostics({ connection, client, diagnostics }: Session): void {
  diagnostics.onChange(uri => {
    const { diagnostics: shown, version } = diagnostics.get(uri);
    const versioned = client.diagnosticVersions && version !== undefined ? { version } : {};
    void connection.sendDiagnostics({ uri, diagnostics: shown, ...versioned });
  });
}
