import { type CheckSettings, checkCodes, normaliserNames, severities, shortSeverities } from 'templens-shared/findings';
import { allChecks } from '../core/findings/checks/index.ts';

/** JSON Schema of a setting. */
export interface SettingSchema {
  description: string;
  [keyword: string]: unknown;
}

/**
 * A list of globs. The formats `glob` and `css-selector` are our own: the program validates them, editors ignore unknown formats.
 * `errorMessage` is a keyword of VS Code for wrong values; the program reports the same text.
 */
export const globs = {
  type: 'array',
  errorMessage: 'must be a list of globs, such as ["**/*.html"]',
  items: { type: 'string', minLength: 1, format: 'glob', errorMessage: 'must be a list of globs, such as ["**/*.html"]' },
} as const;

/** A CSS selector. */
export const selector = {
  type: 'string',
  minLength: 1,
  format: 'css-selector',
  errorMessage: 'must be a CSS selector, such as ".menu a"',
};
/** A string that is not empty. */
export const text = { type: 'string', minLength: 1, errorMessage: 'must be a text' };

const ignoreRule = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  errorMessage: 'must have entries that say what to ignore, such as {"codes": ["template/stale-year"], "pages": ["old/**"]}',
  properties: {
    codes: {
      type: 'array',
      minItems: 1,
      errorMessage: 'must be a list of codes, such as ["template/stale-year"]',
      items: { enum: checkCodes },
      description: 'Codes of findings; without it all.',
    },
    pages: { ...globs, description: 'Globs of pages; without it all.' },
    selector: { ...selector, description: 'Findings on, or inside, elements that this CSS selector matches.' },
    attribute: { ...text, description: 'Differences of this attribute.' },
  },
};

const requiredNode = {
  type: 'object',
  additionalProperties: false,
  required: ['selector'],
  errorMessage: 'must have a selector, such as {"selector": "main h1"}',
  properties: {
    selector: { ...selector, description: 'CSS selector of an element that every page must have.' },
    message: { ...text, description: 'What to say where it is missing.' },
    pages: { ...globs, description: 'Globs of pages; without it all.' },
  },
};

/** JSON Schema of the settings about checks, by setting. */
export const checkSettingsSchema = {
  checks: {
    type: 'object',
    additionalProperties: false,
    errorMessage: 'must be an object with severities by code, such as {"template/stale-year": "off"}',
    properties: Object.fromEntries(
      allChecks.map(({ code, severity, isOff, summary }) => [
        code,
        {
          enum: [...severities, 'off', ...Object.keys(shortSeverities)],
          default: isOff ? 'off' : severity,
          description: summary,
        },
      ]),
    ),
    description: 'Severities of findings by code, where they differ from the default ones; "off" hides them.',
  },
  support: {
    type: 'number',
    minimum: 0.8,
    maximum: 1,
    description: 'Share of the other pages of its group that must agree before a page that does not is reported.',
  },
  minConfidence: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'Findings that are less likely to be worth a look are not reported; 0 reports all.',
  },
  pages: {
    enum: ['written', 'generated', null],
    description: 'Who writes the pages: people by hand ("written") or a program ("generated"); null if their sources tell.',
  },
  normalisers: {
    type: 'object',
    additionalProperties: false,
    errorMessage: 'must be an object such as {"N12": false}',
    properties: Object.fromEntries(
      Object.entries(normaliserNames).map(([id, name]) => [id, { type: 'boolean', default: true, description: name }]),
    ),
    description: 'What is not seen as a difference when pages are compared; false switches one off.',
  },
  ignore: {
    type: 'array',
    items: ignoreRule,
    errorMessage: 'must be a list, such as [{"selector": ".banner"}]',
    description: 'Findings that are not shown.',
  },
  required: {
    type: 'array',
    items: requiredNode,
    errorMessage: 'must be a list, such as [{"selector": "main h1"}]',
    description: 'Elements that every page must have.',
  },
} as const satisfies { [Key in keyof CheckSettings]: SettingSchema };
