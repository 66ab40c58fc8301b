import { candidatesForms, parseCandidates } from 'templens-shared/candidates';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import { settingsSchema, type ValueSchema } from 'templens-shared/settings-schema';
import { optionComplaint } from '../site/extractor-options.ts';

/** The editor's `templens` section, as far as the server reads it. */
export interface EditorSettings {
  /** What the editor sets of the engine's settings; it overrides the site's `templens.config.json`. */
  engine: Partial<Settings>;
  /** Fade template regions with hint diagnostics, for editors without decorations of ours. */
  hints: boolean;
  /** What could not be read, a sentence each. */
  problems: string[];
}

/**
 * Reads the section. A setting that is absent or null is not set; one of a wrong type is reported and not set. Keys that the server does
 * not know belong to the client.
 */
export function readEditorSettings(section: unknown): EditorSettings {
  const settings: EditorSettings = { engine: {}, hints: false, problems: [] };
  if (typeof section !== 'object' || section === null) return settings;
  for (const [key, value] of Object.entries(section)) {
    if (value === null || value === undefined) continue;
    const expected = key === 'hints' ? booleanSetting : expectation(key);
    if (expected === undefined) continue;
    const options = key === 'extractorOptions' && typeof value === 'object' ? Object.entries(value) : [];
    const complaint = options.map(([name, option]) => optionComplaint(name, option)).find(sentence => sentence !== undefined);
    if (complaint !== undefined) settings.problems.push(`The setting templens.${key} is ignored: ${complaint}`);
    else if (!expected.accepts(value)) {
      settings.problems.push(
        `The setting templens.${key} is ${JSON.stringify(value)} but must be ${expected.description}; it is ignored.`,
      );
    } else if (key === 'hints') settings.hints = value === true;
    else Object.assign(settings.engine, { [key]: value });
  }
  return settings;
}

interface Expectation {
  accepts(value: unknown): boolean;
  description: string;
}

const booleanSetting: Expectation = { accepts: value => typeof value === 'boolean', description: 'true or false' };

function expectation(key: string): Expectation | undefined {
  if (!Object.hasOwn(defaultSettings, key)) return undefined;
  const schema: ValueSchema = settingsSchema.properties[key as keyof Settings];
  switch (schema.type) {
    case 'boolean':
      return booleanSetting;
    case 'string': {
      const names: readonly unknown[] = schema.enum;
      return { accepts: value => names.includes(value), description: `one of ${schema.enum.join(', ')}` };
    }
    case 'object':
      return {
        accepts: value => typeof value === 'object' && !Array.isArray(value),
        description: 'an object with options of extractors',
      };
    case 'array':
      return {
        accepts: value => Array.isArray(value) && value.every(entry => typeof entry === 'string' && entry !== ''),
        description: 'a list of globs',
      };
    default: {
      if ('pattern' in schema)
        return { accepts: value => parseCandidates(String(value)) !== undefined, description: candidatesForms };
      const { type, minimum, maximum } = schema;
      return {
        accepts: value =>
          typeof value === 'number' && value >= minimum && value <= maximum && (type !== 'integer' || Number.isInteger(value)),
        description: `${type === 'integer' ? 'a whole number' : 'a number'} from ${minimum} to ${maximum}`,
      };
    }
  }
}
