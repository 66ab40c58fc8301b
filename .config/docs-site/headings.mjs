/** The text of an inline token, without markup. */
export function plainText({ children }) {
  return (children ?? [])
    .map(({ type, content }) => (/break$/.test(type) ? ' ' : type === 'html_inline' ? '' : content))
    .join('');
}

/** The id of a heading, as GitHub makes it, so that one link works in both places. `seen` counts those of the document. */
export function slugOf(heading, seen) {
  const slug = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
  const times = seen.get(slug) ?? 0;
  seen.set(slug, times + 1);
  return times === 0 ? slug : `${slug}-${times}`;
}
