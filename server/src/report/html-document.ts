import { createHash } from 'node:crypto';
import { escapeUTF8 } from 'entities/escape';

/** Escapes a text for HTML, between tags or in a quoted attribute. */
export const escapeHtml: (text: string) => string = escapeUTF8;

/**
 * Returns a self-contained HTML page, light or dark by the reader's preference. Escapes `title`; inserts `style` (CSS), `body` (HTML) and
 * `script` unchanged. The content security policy allows only this script.
 */
export function htmlDocument(title: string, style: string, body: string, script?: string): string {
  const hash = script === undefined ? '' : `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'; `;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${hash}style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<meta name="generator" content="templens">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 1rem; }
${style}
</style>
${body}
${script === undefined ? '' : `<script>${script}</script>\n`}</html>
`;
}
