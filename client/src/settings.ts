import { defaultSettings, editorKeys } from 'templens-shared/settings';
import { type ConfigurationScope, workspace } from 'vscode';

export const decorationModes = ['off', 'gutter', 'tint', 'dim'] as const;
export type DecorationMode = (typeof decorationModes)[number];

/** Settings that the server reads; the others are the client's own. */
const serverKeys = [...Object.keys(defaultSettings), ...editorKeys];

/**
 * The server's settings that are set explicitly in the editor. Defaults of the manifest are left out, because the server lets settings from an
 * editor override the site's `templens.config.json`.
 */
export function settingsForServer(scope: ConfigurationScope | undefined): Record<string, unknown> {
  const configuration = workspace.getConfiguration('templens', scope);
  // Document symbols would displace those of the HTML language in the outline and the breadcrumbs.
  const set: Record<string, unknown> = { outline: false };
  for (const key of serverKeys) {
    const found = configuration.inspect(key);
    const value = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
    if (value !== undefined) set[key] = value;
  }
  return set;
}

/** The current mode of decorations; `gutter` by default. */
export function decorationMode(): DecorationMode {
  const mode = workspace.getConfiguration('templens').get<string>('decorations.mode');
  return decorationModes.find(known => known === mode) ?? 'gutter';
}

/** Writes the mode to the workspace's settings if they set one already, else to the user's settings. */
export async function setDecorationMode(mode: DecorationMode): Promise<void> {
  const configuration = workspace.getConfiguration('templens');
  const inWorkspace = configuration.inspect('decorations.mode')?.workspaceValue !== undefined;
  await configuration.update('decorations.mode', mode, !inWorkspace);
}

/** Opacity of dimmed text, from 0.2 to 1. */
export function dimOpacity(): number {
  const opacity = workspace.getConfiguration('templens').get('decorations.dimOpacity', 0.6);
  return Math.min(1, Math.max(0.2, opacity));
}
