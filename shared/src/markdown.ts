// Texts of others (names of layouts, parts, folders and files, selectors, texts of pages) as they may stand in Markdown and in messages.

/** A text as one line of Markdown that shows it as it is: no link, picture, markup or block begins or ends in it. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]<>#|~$]|&(?=[#\w])|@(?=\w)|\/(?=\/)|(?<=www)\./gi, '\\$&')
    .replace(/^ ?(?=[-+=])/, '\\')
    .replace(/^( ?\d+)(?=[.)])/, '$1\\');
}

/** A text as code in a line of Markdown. */
export function markdownCode(text: string): string {
  const line = oneLine(text);
  if (line === '') return '';
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$|^ .*[^ ].* $/.test(line) ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** A message in which no link stands: VS Code makes links, even such that run commands, of `[text](address)` in notifications. */
export function withoutLinks(message: string): string {
  return message.replaceAll('](', '] (');
}

/** Where a line ends, so does a paragraph, a table or a code span. */
function oneLine(text: string): string {
  return text.replace(/[\t\n\v\f\r ]+/g, ' ');
}
