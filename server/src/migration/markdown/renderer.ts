import MarkdownIt from 'markdown-it';
import { markdownPlugin } from '../../core/migrate/targets/eleventy-markdown.ts';

/** The plugin that projects get, loaded from the text that is written into them. */
const { asWritten } = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(markdownPlugin)}`)) as {
  asWritten: (renderer: MarkdownIt, fewer: number) => void;
};

/**
 * The Markdown renderer of Eleventy 3 (`src/Engines/Markdown.js`), with the plugin that projects get in `eleventy.config.js`.
 * @param fewer number of blank lines between two blocks of Markdown that the HTML lacks.
 */
export function eleventyRenderer(fewer: number): MarkdownIt {
  const renderer = new MarkdownIt({ html: true });
  renderer.disable('code');
  renderer.use(asWritten, fewer);
  return renderer;
}
