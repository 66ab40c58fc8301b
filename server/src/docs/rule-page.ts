import { readFileSync } from 'node:fs';
import type { CheckCode } from 'templens-shared/findings';

/** URL of the file that documents a check, in the installed package or in the repository. */
export function rulePage(code: CheckCode): URL {
  const name = `${code.replace('/', '-')}.md`;
  const folder = import.meta.url.endsWith('.ts') ? '../../../docs/checks/' : '../docs/checks/';
  return new URL(folder + name, import.meta.url);
}

/** The documentation of a check as Markdown. Links to other pages of the documentation become plain text, since their targets are missing. */
export function rulePageText(code: CheckCode): string {
  return readFileSync(rulePage(code), 'utf8').replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1');
}
