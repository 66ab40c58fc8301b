import type { Values } from '../project.ts';

/** Writes values as YAML front matter, with its lines `---`; `last` is written after all others. */
export function frontMatter(values: Values, last: Values = new Map()): string {
  const lines = [...values, ...last].map(([name, value]) => `${name}: ${yamlValue(value)}\n`);
  return `---\n${lines.join('')}---\n`;
}

/** A value in YAML: bare where nothing else can be meant, a literal block for lines of text, else quoted as in JSON. */
export function yamlValue(value: string | boolean): string {
  if (typeof value === 'boolean') return String(value);
  if (/^[A-Za-z](?:[\w.,'()/&; -]*[\w.,'()/&;])?$/.test(value) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value))
    return value;
  return isBlock(value) ? block(value) : quoted(value);
}

/** True if a text can stand as a literal block: lines without characters that YAML changes or forbids. */
function isBlock(value: string): boolean {
  return /[^\n]\n./.test(value) && !/[^\n\t\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]|[\u2028\u2029]|\n\n$/.test(value);
}

function block(value: string): string {
  const body = value.replace(/\n$/, '').replace(/^(?=.)/gm, '  ');
  return `|2${value.endsWith('\n') ? '' : '-'}\n${body}`;
}

function quoted(value: string): string {
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
