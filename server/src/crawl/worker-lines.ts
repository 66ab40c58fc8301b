import { decodePage } from '../site/decode.ts';
import { type CrawlPage, type ErrorReason, errorReasons } from './crawl-page.ts';
import { type Output, outputs } from './page-content.ts';
import { placeUrl, type SiteRule, siteRules } from './site-key.ts';
import type { GivenModel } from './site-rows.ts';
import { limits, thresholds } from './thresholds.ts';

/** Version of the lines that a worker reads and writes. */
const contract = 1;

/** What a worker does with its input: see docs/crawl.md. */
const steps = ['read', 'learn', 'apply', 'crawl'] as const;
type Step = (typeof steps)[number];

/** The first line of a worker's input. */
export interface Header {
  readonly step: Step;
  readonly emit: readonly Output[];
  readonly sample: number;
  readonly siteBy: SiteRule;
}

/** Thrown for a line that is against the contract; the message is a sentence. */
export class WrongLine extends Error {}

/** A further line of the input. */
export type InputLine = ({ kind: 'model' } & GivenModel) | { kind: 'page'; page: CrawlPage } | { kind: 'file'; path: string };

/** The numbers of pages that a model can be learned from, for messages. */
export const sampleRange = `from ${thresholds.hostPages} to ${thresholds.mostSamplePages}`;

export function isSample(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= thresholds.hostPages && (value as number) <= thresholds.mostSamplePages;
}

/** Parses the first line. Throws `WrongLine`. */
export function parseHeader(line: string): Header {
  const value = objectOf(line, 1);
  if (value.contract !== contract)
    throw new WrongLine(
      `Line 1: "contract" must be ${contract}, the version that this Templens knows; it is ${shown(value.contract)}.`,
    );
  const { step, emit = ['content'], sample = thresholds.samplePages, siteBy = 'host', ...others } = value;
  delete others.contract;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new WrongLine(`Line 1: "${other}" is unknown.`);
  if (!isOneOf(steps, step)) throw new WrongLine(`Line 1: "step" must be one of ${steps.join(', ')}.`);
  if (!Array.isArray(emit) || !emit.every(name => isOneOf(outputs, name)))
    throw new WrongLine(`Line 1: "emit" must be a list of ${outputs.join(', ')}.`);
  if (!isSample(sample)) throw new WrongLine(`Line 1: "sample" must be a whole number ${sampleRange}.`);
  if (!isOneOf(siteRules, siteBy)) throw new WrongLine(`Line 1: "siteBy" must be one of ${siteRules.join(', ')}.`);
  return { step, emit: emit as Output[], sample, siteBy };
}

/** Parses a line after the first. Throws `WrongLine`. @param number of the line, from 1 on */
export function parseLine(line: string, number: number, header: Header): InputLine {
  const value = objectOf(line, number);
  const wrong = (sentence: string): WrongLine => new WrongLine(`Line ${number}: ${sentence}`);
  const text = (name: string): string => {
    const found = value[name];
    if (typeof found !== 'string') throw wrong(`"${name}" must be a text.`);
    return found;
  };
  if (value.type === 'file') return { kind: 'file', path: text('path') };
  if (value.type === 'model') {
    const bytes = value.bytes === null ? null : Buffer.from(text('bytes'), 'base64');
    return { kind: 'model', site: text('site'), bytes };
  }
  if (value.type !== 'page') throw wrong('"type" must be page, model or file.');
  const placed = placeUrl(text('url'), header.siteBy);
  if (!placed) throw wrong('"url" must be a URL of http or https.');
  const key = {
    ...placed,
    ...(value.site !== undefined && { site: text('site') }),
    ...(value.id !== undefined && { id: text('id') }),
    ...(value.date !== undefined && { date: text('date') }),
  };
  if (value.reason !== undefined) {
    if (!isOneOf(errorReasons, value.reason)) throw wrong(`"reason" must be one of ${errorReasons.join(', ')}.`);
    return { kind: 'page', page: { ...key, reason: value.reason } };
  }
  const bytes = value.body === undefined ? undefined : Buffer.from(text('body'), 'base64');
  if (bytes && bytes.length > limits.pageBytes) return tooLarge(key);
  const html = bytes ? decodePage(bytes, value.charset === undefined ? undefined : text('charset')) : text('html');
  return html.length > limits.pageBytes ? tooLarge(key) : { kind: 'page', page: { ...key, text: html } };
}

function tooLarge(key: Omit<CrawlPage & { reason: ErrorReason }, 'reason'>): InputLine {
  return { kind: 'page', page: { ...key, reason: 'too-large' } };
}

function objectOf(line: string, number: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // Reported below.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WrongLine(`Line ${number}: it must be a JSON object.`);
  return value as Record<string, unknown>;
}

function isOneOf<T extends string>(names: readonly T[], value: unknown): value is T {
  return names.some(name => name === value);
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 40) ?? 'missing';
}
