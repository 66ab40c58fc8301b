import { escapeHtml } from '../../../report/html-document.ts';

export interface BenchChart {
  title: string;
  /** What it shows, for those who do not see it. */
  caption: string;
  svg: string;
}

/** Width of every chart, in units of its own; it is shown as wide as there is room for. */
export const width = 860;

/** Place of the plot within a chart. */
export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A chart out of its elements. */
export function svg(height: number, elements: readonly string[]): string {
  const attributes = `viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12"`;
  return `<svg role="img" xmlns="http://www.w3.org/2000/svg" ${attributes}>\n${elements.join('\n')}\n</svg>`;
}

interface TextStyle {
  anchor?: 'start' | 'middle' | 'end';
  fill?: string;
  /** Degrees, around the text's place. */
  rotate?: number;
}

/** A text whose place is the middle of its height. */
export function text(
  x: number,
  y: number,
  content: string,
  { anchor = 'start', fill = 'var(--ink)', rotate }: TextStyle = {},
): string {
  const turned = rotate === undefined ? '' : ` transform="rotate(${rotate} ${at(x)} ${at(y)})"`;
  const place = `x="${at(x)}" y="${at(y)}" dy="0.35em" text-anchor="${anchor}" fill="${fill}"`;
  return `<text ${place}${turned}>${escapeHtml(content)}</text>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, stroke: string, strokeWidth = 1): string {
  return `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="${stroke}" stroke-width="${strokeWidth}"/>`;
}

export function path(points: readonly (readonly [x: number, y: number])[], stroke: string): string {
  const places = points.map(([x, y]) => `${at(x)},${at(y)}`).join(' ');
  return `<polyline points="${places}" fill="none" stroke="${stroke}" stroke-width="2"/>`;
}

/** A filled dot, or with `ring` its outline. */
export function dot(x: number, y: number, radius: number, colour: string, { ring = false } = {}): string {
  const paint = ring ? `fill="none" stroke="${colour}"` : `fill="${colour}" stroke="var(--paper)"`;
  return `<circle cx="${at(x)}" cy="${at(y)}" r="${radius}" ${paint} stroke-width="2"/>`;
}

export function box(x: number, y: number, boxWidth: number, height: number, fill: string): string {
  const size = `width="${at(boxWidth)}" height="${at(height)}"`;
  return `<rect x="${at(x)}" y="${at(y)}" ${size} fill="${fill}" stroke="var(--paper)" stroke-width="2"/>`;
}

/** Places for labels that should stand at `wanted`: in the same order, at least `gap` apart. */
export function apart(wanted: readonly number[], gap: number): number[] {
  const places: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (const index of wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]!)) {
    least = Math.max(wanted[index]!, least + gap);
    places[index] = least;
  }
  return places;
}

/** A coordinate with one decimal place. */
function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}
