import type MarkdownIt from 'markdown-it';
import type { ContentEdges } from '../../core/migrate/content-edges.ts';
import { withMarkdown } from '../../core/migrate/content-edges.ts';
import { contentName, type Project } from '../../core/migrate/project.ts';
import { blocksOf, MarkdownWriter } from './blocks.ts';
import { eleventyRenderer } from './renderer.ts';

/** Least share of the text of a page's content, 0 to 1, that Markdown has its own way to write for; with less, the content stays HTML. */
const leastShare = 0.5;

/** The project with the contents of its pages as Markdown, where Eleventy renders exactly the same HTML from it. */
export function markdownProject(project: Project): Project {
  const [best] = [1, 0]
    .map(fewer => ({ fewer, contents: convertContents(project, new ContentConverter(fewer)) }))
    .sort((a, b) => b.contents.size - a.contents.size);
  return withMarkdown(project, best!.contents, best!.fewer);
}

function convertContents(project: Project, converter: ContentConverter): Map<string, ContentEdges & { markdown: string }> {
  const contents = new Map<string, ContentEdges & { markdown: string }>();
  for (const { path, values } of project.pages) {
    const edges = cutEdges(String(values.get(contentName) ?? ''));
    const markdown = converter.convert(edges.html);
    if (markdown !== undefined) contents.set(path, { ...edges, markdown });
  }
  return contents;
}

/** Cuts white space from the ends of a content, and its first line if that begins in the middle of an element. */
function cutEdges(content: string): ContentEdges {
  const [before = ''] = /^\s*(?:[^\s<][^\n]*<\/[^\n]*\n\s*)?/.exec(content) ?? [];
  const html = content.slice(before.length).trimEnd();
  return { before, html, after: content.slice(before.length + html.length) };
}

class ContentConverter {
  readonly #fewer: number;
  readonly #renderer: MarkdownIt;
  readonly #writers = [new MarkdownWriter(false), new MarkdownWriter(true)];

  /** @param fewer see `eleventyRenderer` */
  constructor(fewer: number) {
    this.#fewer = fewer;
    this.#renderer = eleventyRenderer(fewer);
  }

  /**
   * Converts HTML without white space at its ends. What Markdown cannot say stays HTML in it.
   * @returns Markdown that is rendered to exactly this HTML and a line end; undefined if most of its text would stay HTML, or it does not exist.
   */
  convert(html: string): string | undefined {
    const pieces: string[] = [];
    let at = 0;
    let own = 0;
    for (const { start, end } of blocksOf(html)) {
      const markdown = this.#block(html.slice(start, end));
      const between = this.#between(html.slice(at, start), at > 0, start > 0);
      if (markdown === undefined || between === undefined) continue;
      pieces.push(between, markdown);
      own += textLength(html.slice(start, end));
      at = end;
    }
    if (own === 0 || own < leastShare * textLength(html)) return undefined;
    const rest = at === html.length ? '' : this.#between(html.slice(at), true, false);
    if (rest === undefined) return undefined;
    const markdown = `${pieces.join('')}${rest}\n`;
    return this.#isRenderedAs(markdown, html) ? markdown : undefined;
  }

  #block(html: string): string | undefined {
    for (const writer of this.#writers) {
      const markdown = writer.write(html);
      if (markdown !== undefined && this.#isRenderedAs(markdown, html)) return markdown;
    }
    return undefined;
  }

  #isRenderedAs(markdown: string, html: string): boolean {
    return this.#renderer.render(markdown) === `${html}\n`;
  }

  /** What stands between two blocks, in Markdown; undefined if it needs a blank line that the HTML lacks. */
  #between(html: string, isAfterBlock: boolean, isBeforeBlock: boolean): string | undefined {
    const text = html.replace(/^\n+|\n+$/g, '');
    const before = isAfterBlock ? this.#blank(/^\n*/.exec(html)![0].length - 1) : '';
    const after = isBeforeBlock && text !== '' ? this.#blank(/\n*$/.exec(html)![0].length - 1) : '';
    return before === undefined || after === undefined ? undefined : `${before}${text}${after}`;
  }

  /** The line ends in Markdown for a number of blank lines in the HTML; undefined if Markdown cannot do without a blank line. */
  #blank(lines: number): string | undefined {
    return lines + this.#fewer === 0 ? undefined : '\n'.repeat(lines + this.#fewer + 1);
  }
}

/** Characters of a text outside of tags and code. */
function textLength(html: string): number {
  const prose = html.replace(/<(pre|script|style)\b[\s\S]*?<\/\1>/gi, '');
  return prose.replace(/<[^<>]*>/g, '').replace(/\s+/g, ' ').length;
}
