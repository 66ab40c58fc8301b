import { readFileSync } from 'node:fs';
import type { CheckCode } from 'templens-shared/findings';

/** Where the documentation of a finding stands in the installed package. */
export function rulePage(code: CheckCode): URL {
  const name = `${code.replace('/', '-')}.md`;
  const folder = import.meta.url.endsWith('.ts') ? '../../../docs/checks/' : '../docs/checks/';
  return new URL(folder + name, import.meta.url);
}

/** The documentation of a finding, as Markdown whose links to other pages are plain text: it is read without these. */
export function rulePageText(code: CheckCode): string {
  return readFileSync(rulePage(code), 'utf8').replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1');
}
