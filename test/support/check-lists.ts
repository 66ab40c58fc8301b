// The files that list the checks, made of their definitions.
import { readFileSync } from 'node:fs';
import { allChecks } from '../../server/src/core/findings/checks/index.ts';
import { checkSettingsSchema } from '../../server/src/site/check-settings-schema.ts';
import { settingsSchema } from '../../server/src/site/settings-schema.ts';

/** A JSON file that lists the checks: its path from the repository's root, and what it should hold. */
interface JsonList {
  path: string;
  content: unknown;
}

/** The JSON Schema of `templens.config.json`, and the extension's manifest with its setting of severities. */
export function jsonLists(root: URL): JsonList[] {
  const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const { properties } = manifest.contributes.configuration;
  const { additionalProperties, properties: severities } = checkSettingsSchema.checks;
  properties['templens.checks'] = { ...properties['templens.checks'], additionalProperties, properties: severities };
  return [
    { path: 'server/templens.schema.json', content: settingsSchema },
    { path: 'package.json', content: manifest },
  ];
}

/** The table of the overview of the checks' documentation. */
export function checkTable(): string {
  const rows = allChecks.map(({ code, severity, isOff, summary }) => {
    const page = `${code.replace('/', '-')}.md`;
    return `| [\`${code}\`](${page}) | ${isOff ? 'off' : severity} | ${summary} |`;
  });
  return ['| code | severity | what it means |', '| --- | --- | --- |', ...rows].join('\n');
}
