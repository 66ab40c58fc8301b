import type { ScaleContinuousNumeric } from 'd3-scale';
import { type Frame, line, text } from './svg.ts';

type Scale = ScaleContinuousNumeric<number, number>;

/** SVG elements of an axis below the plot: a number and a grid line for each tick, and the name of the axis. */
export function bottomAxis(scale: Scale, frame: Frame, ticks: readonly number[], name?: string): string[] {
  return [
    ...ticks.flatMap(tick => [
      line(scale(tick), frame.top, scale(tick), frame.bottom, 'var(--grid)'),
      text(scale(tick), frame.bottom + 14, tick.toLocaleString('en'), { anchor: 'middle', fill: 'var(--faint)' }),
    ]),
    ...(name === undefined
      ? []
      : [text((frame.left + frame.right) / 2, frame.bottom + 34, name, { anchor: 'middle', fill: 'var(--faint)' })]),
  ];
}

/** As `bottomAxis`, at the left of the plot. */
export function leftAxis(scale: Scale, frame: Frame, ticks: readonly number[], name: string): string[] {
  const middle = (frame.top + frame.bottom) / 2;
  return [
    ...ticks.flatMap(tick => [
      line(frame.left, scale(tick), frame.right, scale(tick), 'var(--grid)'),
      text(frame.left - 8, scale(tick), tick.toLocaleString('en'), { anchor: 'end', fill: 'var(--faint)' }),
    ]),
    text(frame.left - 52, middle, name, { anchor: 'middle', fill: 'var(--faint)', rotate: -90 }),
  ];
}

/** The powers of ten within the scale's domain. */
export function powersOfTen(scale: Scale): number[] {
  const [least = 1, most = 1] = scale.domain();
  const first = Math.ceil(Math.log10(least) - 1e-9);
  const last = Math.floor(Math.log10(most) + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}
