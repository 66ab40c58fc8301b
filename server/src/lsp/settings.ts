import { nearest } from 'templens-shared/nearest';
import { defaultSettings, editorKeys, type Settings } from 'templens-shared/settings';
import { type SettingsProblem, usableSettings, validateSettings } from '../site/validate-settings.ts';

/** Values of the setting `diagnostics`: the editor gets the findings of all pages, of open pages, or no findings. */
const diagnosticsOf = ['workspace', 'open', 'off'] as const;
export type DiagnosticsScope = (typeof diagnosticsOf)[number];

/** Boolean settings for what an editor shows in addition to findings and regions. */
export interface EditorFeatures {
  /** `hover.details`: hovers include the reason for a node's label, and the counts behind it. */
  hoverDetails: boolean;
  codeLens: boolean;
  /** `inlayHints`: the names of the template's holes. */
  inlayHints: boolean;
  /** `outline`: document symbols. */
  outline: boolean;
  folding: boolean;
}

export const defaultFeatures: EditorFeatures = {
  hoverDetails: false,
  codeLens: true,
  inlayHints: false,
  outline: true,
  folding: true,
};

/** The editor's `templens` section, as far as the server reads it. */
export interface EditorSettings {
  /** Engine settings that the editor sets; they override the site's `templens.config.json`. */
  engine: Partial<Settings>;
  /** True to fade template regions with hint diagnostics, for editors without a Templens extension that decorates them. */
  hints: boolean;
  diagnostics: DiagnosticsScope;
  features: EditorFeatures;
  /** A sentence for each setting that is unknown or invalid. */
  problems: string[];
}

/** First segments of the names of the client's own settings, which some clients send with the others. */
const clientKeys = ['decorations', 'trace'];
type EditorKey = (typeof editorKeys)[number];

/**
 * Reads the section `templens` of the editor's settings. A setting that is absent, null or invalid has its default; unknown and invalid ones are
 * listed in `problems`.
 */
export function readEditorSettings(section: unknown): EditorSettings {
  const given = typeof section === 'object' && section !== null ? (section as Record<string, unknown>) : {};
  const engine = Object.fromEntries(
    Object.entries(given).filter(([key, value]) => Object.hasOwn(defaultSettings, key) && value !== null && value !== undefined),
  );
  const wrong = validateSettings(engine);
  const problems = wrong.map(problem => sentence(problem, engine[problem.path[0]!]));
  problems.push(...settingNames(given).flatMap(unknownKey));
  const own = <T>(key: EditorKey, values: readonly T[], fallback: T): T => {
    const value = settingAt(given, key);
    if (value === null || value === undefined) return fallback;
    if (values.includes(value as T)) return value as T;
    const names = values.map(name => JSON.stringify(name)).join(', ');
    problems.push(`The setting templens.${key} is ${JSON.stringify(value)} but must be one of ${names}; it is ignored.`);
    return fallback;
  };
  const hints = own('hints', [true, false], false);
  const diagnostics = own('diagnostics', diagnosticsOf, 'workspace');
  const flag = (key: EditorKey, fallback: boolean) => own(key, [true, false], fallback);
  const features: EditorFeatures = {
    hoverDetails: flag('hover.details', defaultFeatures.hoverDetails),
    codeLens: flag('codeLens', defaultFeatures.codeLens),
    inlayHints: flag('inlayHints', defaultFeatures.inlayHints),
    outline: flag('outline', defaultFeatures.outline),
    folding: flag('folding', defaultFeatures.folding),
  };
  return { engine: usableSettings(engine, wrong), hints, diagnostics, features, problems };
}

/** Names of the settings that are not null. A setting `a.b` may stand as `b` in an object `a`; the result has `a.b`. */
function settingNames(settings: Record<string, unknown>): string[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    if (value === null || value === undefined) return [];
    const isGroup = typeof value === 'object' && editorKeys.some(name => name.startsWith(`${key}.`));
    return isGroup ? Object.keys(value).map(inner => `${key}.${inner}`) : [key];
  });
}

/** A sentence about an unknown setting; empty for a known one. */
function unknownKey(key: string): string[] {
  const known = [...Object.keys(defaultSettings), ...editorKeys];
  if (known.includes(key) || clientKeys.includes(key.split('.')[0]!)) return [];
  const meant = nearest(key, known);
  const instead =
    meant === undefined ? 'Remove it; templens explain templens/config lists all settings.' : `Did you mean templens.${meant}?`;
  return [`The setting templens.${key} is unknown and ignored. ${instead}`];
}

/** The value of a setting by its name; `a.b` may be written so, or as `b` in an object `a`. */
function settingAt(settings: Record<string, unknown>, key: string): unknown {
  if (Object.hasOwn(settings, key)) return settings[key];
  const [first = '', ...rest] = key.split('.');
  const inside = settings[first];
  if (rest.length === 0 || typeof inside !== 'object' || inside === null) return undefined;
  return settingAt(inside as Record<string, unknown>, rest.join('.'));
}

/** A sentence about an invalid engine setting. */
function sentence({ path, what, complaint }: SettingsProblem, value: unknown): string {
  const [setting, ...rest] = path;
  const name = rest.findLast(step => typeof step === 'string');
  const subject = name === undefined ? `The setting templens.${setting}` : `"${name}" in the setting templens.${setting}`;
  if (what === 'key') return `${subject} is unknown and ignored. ${complaint}`;
  return `${subject} is ${rest.length === 0 ? `${JSON.stringify(value)} but ` : 'wrong: it '}${complaint}; it is ignored.`;
}
