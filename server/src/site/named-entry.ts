import { applyEdits, type EditResult, getNodeValue, modify, type ParseError, parseTree } from 'jsonc-parser';
import type { LayoutStatement, PartSetting } from 'templens-shared/settings';

const formattingOptions = { insertSpaces: true, tabSize: 2 };

/** A new name (`name`) for a part or a layout. `currentName` is its name so far; `entry` makes a new entry if no entry of the list has that name. */
export type Naming =
  | { list: 'parts'; currentName: string; name: string; entry: () => Omit<PartSetting, 'name'> }
  | { list: 'layouts'; currentName: string; name: string; entry: () => Omit<LayoutStatement, 'name'> };

/**
 * Returns the text of a configuration file with a new name for a part or a layout: in the entry with the current name, else in a new entry.
 * Comments stay. Undefined if the file has a syntax error or is not an object, or the setting is not a list.
 */
export function renamedIn(text: string, naming: Naming): string | undefined {
  const source = text.trim() === '' ? '{}\n' : text;
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { allowTrailingComma: true });
  if (root?.type !== 'object' || errors.length > 0) return undefined;
  const list = (getNodeValue(root) as Record<string, unknown>)[naming.list] ?? [];
  if (!Array.isArray(list)) return undefined;
  const at = list.findIndex((entry: unknown) => (entry as { name?: unknown } | null)?.name === naming.currentName);
  const edits: EditResult =
    at >= 0
      ? modify(source, [naming.list, at, 'name'], naming.name, { formattingOptions })
      : modify(
          source,
          [naming.list, list.length],
          { name: naming.name, ...naming.entry() },
          { formattingOptions, isArrayInsertion: true },
        );
  return applyEdits(source, edits);
}
