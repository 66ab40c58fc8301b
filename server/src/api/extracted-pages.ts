import type { ExtractedPage, Site } from './site.ts';

/** The content of all pages of a site, sorted by path. */
export async function extractedPages(site: Site): Promise<ExtractedPage[]> {
  const layouts = new Map((await site.layouts()).flatMap(({ layout, pages }) => pages.map(page => [page, layout])));
  const extracted: ExtractedPage[] = [];
  for (const page of await site.pages()) {
    const content = await site.extract(page, { what: 'content', format: 'json' });
    extracted.push({ page, layout: layouts.get(page) ?? '', content });
  }
  return extracted;
}
