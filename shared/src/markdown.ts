// Escapes untrusted texts (names of layouts, parts, folders and files, selectors, texts of pages) for Markdown and for messages.

/** Escapes a text for Markdown: the result is one line, in which no link, picture, markup or block begins or ends. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]<>#|~$]|&(?=[#\w])|@(?=\w)|\/(?=\/)|(?<=www)\./gi, '\\$&')
    .replace(/^ ?(?=[-+=])/, '\\')
    .replace(/^( ?\d+)(?=[.)])/, '$1\\');
}

/** A text as an inline code span of Markdown; empty for an empty text. */
export function markdownCode(text: string): string {
  const line = oneLine(text);
  if (line === '') return '';
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$|^ .*[^ ].* $/.test(line) ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** Returns a message without links: in notifications, VS Code turns `[text](address)` into links, and some of them can run commands. */
export function withoutLinks(message: string): string {
  return message.replaceAll('](', '] (');
}

/** Collapses white space, since a line break could end a paragraph, a table or a code span. */
function oneLine(text: string): string {
  return text.replace(/[\t\n\v\f\r ]+/g, ' ');
}
