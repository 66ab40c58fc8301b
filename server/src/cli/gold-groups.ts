import { readFile } from 'node:fs/promises';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { parseJsonFile } from './json-file.ts';

/**
 * Reads the gold standard for a grouping from a file `{"templates": [{"name": "article", "pages": ["a.html"]}]}`: by page, the name of its
 * group. Throws a `Failure` if the file cannot be read or has another form.
 */
export async function readGoldGroups(file: string): Promise<Map<string, string>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new Failure(exitCode.failed, `The known groups ${file} cannot be read: ${reasonOf(error)}.`);
  }
  const groups = new Map<string, string>();
  for (const { name, pages } of templatesOf(text, file)) for (const page of pages) groups.set(page, name);
  return groups;
}

function templatesOf(text: string, file: string): { name: string; pages: string[] }[] {
  const gold = parseJsonFile(file, text);
  const templates = (gold as { templates?: unknown } | null)?.templates;
  if (Array.isArray(templates) && templates.every(isTemplate)) return templates;
  throw new Failure(exitCode.usage, `${file} must be like {"templates": [{"name": "article", "pages": ["a.html"]}]}.`);
}

function isTemplate(value: unknown): value is { name: string; pages: string[] } {
  const { name, pages } = (value ?? {}) as { name?: unknown; pages?: unknown };
  return typeof name === 'string' && Array.isArray(pages) && pages.every(page => typeof page === 'string');
}
