import { type OptionSchema, optionSchemas } from 'templens-shared/extractor-options';

/** The options of extractors as a table in Markdown, for docs/cli.md. */
export function extractorOptionTable(): string {
  const rows = [...optionSchemas].map(([name, schema]) => {
    const { default: value, description } = schema;
    const initial = typeof value === 'number' ? String(value).slice(0, 5) : String(value);
    return `| \`${name}\` | ${initial} | ${valuesOf(schema)} | ${description} |`;
  });
  return ['| option | default | values | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function valuesOf(schema: OptionSchema): string {
  if (schema.type === 'boolean') return 'true, false';
  return schema.type === 'string' ? schema.enum.join(', ') : `${schema.minimum} to ${schema.maximum}`;
}
