/**
 * Joins the first items of a list, and says how many are left: `a, b and 3 more`.
 * @param most number of items that are named
 * @param total number of all items, if `items` has the first ones only
 */
export function firstOf(items: readonly string[], most: number, total = items.length): string {
  const shown = items.slice(0, most);
  return shown.join(', ') + (total > shown.length ? ` and ${total - shown.length} more` : '');
}
