import { escapeHtml } from '../../../report/html-document.ts';

/** A chart of a report. */
export interface BenchChart {
  title: string;
  /** Describes the chart, also for screen readers. */
  caption: string;
  svg: string;
}

/** Width of every chart in SVG units; the page scales it. */
export const width = 860;

/** Edges of the plot within a chart, in SVG units. */
export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The SVG source of a chart with these elements. */
export function svg(height: number, elements: readonly string[]): string {
  const attributes = `viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12"`;
  return `<svg role="img" xmlns="http://www.w3.org/2000/svg" ${attributes}>\n${elements.join('\n')}\n</svg>`;
}

interface TextStyle {
  anchor?: 'start' | 'middle' | 'end';
  fill?: string;
  /** Degrees, around `x`, `y`. */
  rotate?: number;
}

/** A text, vertically centred at `y`. */
export function text(
  x: number,
  y: number,
  content: string,
  { anchor = 'start', fill = 'var(--ink)', rotate }: TextStyle = {},
): string {
  const turned = rotate === undefined ? '' : ` transform="rotate(${rotate} ${at(x)} ${at(y)})"`;
  const attributes = `x="${at(x)}" y="${at(y)}" dy="0.35em" text-anchor="${anchor}" fill="${fill}"`;
  return `<text ${attributes}${turned}>${escapeHtml(content)}</text>`;
}

/** A straight line between two points. */
export function line(x1: number, y1: number, x2: number, y2: number, stroke: string, strokeWidth = 1): string {
  return `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="${stroke}" stroke-width="${strokeWidth}"/>`;
}

/** An open line through points. */
export function path(points: readonly (readonly [x: number, y: number])[], stroke: string): string {
  const coordinates = points.map(([x, y]) => `${at(x)},${at(y)}`).join(' ');
  return `<polyline points="${coordinates}" fill="none" stroke="${stroke}" stroke-width="2"/>`;
}

/** A filled circle, or with `ring` only its outline. */
export function dot(x: number, y: number, radius: number, colour: string, { ring = false } = {}): string {
  const paint = ring ? `fill="none" stroke="${colour}"` : `fill="${colour}" stroke="var(--paper)"`;
  return `<circle cx="${at(x)}" cy="${at(y)}" r="${radius}" ${paint} stroke-width="2"/>`;
}

/** A filled rectangle with its upper left corner at `x`, `y`. */
export function box(x: number, y: number, boxWidth: number, height: number, fill: string): string {
  const size = `width="${at(boxWidth)}" height="${at(height)}"`;
  return `<rect x="${at(x)}" y="${at(y)}" ${size} fill="${fill}" stroke="var(--paper)" stroke-width="2"/>`;
}

/** Moves the positions of labels so that they are at least `gap` apart, in the order of the `wanted` positions. */
export function spreadLabels(wanted: readonly number[], gap: number): number[] {
  const positions: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (const index of wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]!)) {
    least = Math.max(wanted[index]!, least + gap);
    positions[index] = least;
  }
  return positions;
}

/** A coordinate, rounded to one decimal place. */
function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}
