// Crawls that are made, not found: WARC files of sites whose sizes have a Zipf distribution.
import { closeSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** A record of a WARC file: header fields and the content block. */
export function warcRecord(fields: Record<string, string>, block: Buffer | string, isCompressed = true): Buffer {
  const bytes = Buffer.from(block);
  const head = Object.entries({ ...fields, 'Content-Length': String(bytes.length) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const record = Buffer.concat([Buffer.from(`WARC/1.0\r\n${head.join('')}\r\n`), bytes, Buffer.from('\r\n\r\n')]);
  return isCompressed ? gzipSync(record) : record;
}

export interface Capture {
  url: string;
  body: Buffer | string;
  /** Header lines of the response beside its type. */
  headers?: string[];
  type?: string;
  status?: number;
  date?: string;
}

/** A response record, as crawlers write it. */
export function responseRecord(capture: Capture, isCompressed = true): Buffer {
  const { url, body, headers = [], type = 'text/html; charset=utf-8', status = 200, date = '2026-01-01T00:00:00Z' } = capture;
  const lines = [`HTTP/1.1 ${status} OK`, ...(type === '' ? [] : [`Content-Type: ${type}`]), ...headers];
  const block = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
  const fields = {
    'WARC-Type': 'response',
    'WARC-Target-URI': url,
    'WARC-Date': date,
    'WARC-Record-ID': `<urn:test:${Buffer.from(`${url} ${date}`).toString('hex')}>`,
    'Content-Type': 'application/http; msgtype=response',
  };
  return warcRecord(fields, block, isCompressed);
}

/** Numbers of pages of so many sites, the largest first: the site of rank r has a share in proportion to 1/r, and at least one page. */
export function zipfSizes(pages: number, sites: number): number[] {
  const weights = Array.from({ length: sites }, (_, rank) => 1 / (rank + 1));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const sizes = weights.map(weight => Math.max(1, Math.floor((pages * weight) / sum)));
  sizes[0]! += Math.max(0, pages - sizes.reduce((all, size) => all + size, 0));
  return sizes;
}

const words = (
  'fox harbour tower owl bee river stone letter bell window garden winter boat lantern bread music market bridge cloud forest island ' +
  'paper silver story table valley wagon yellow candle engine'
).split(' ');

/** A page of a generated site: the site's frame, and paragraphs of its own, together about `bytes` long. */
export function generatedPage(site: number, page: number, bytes = 18_000): string {
  let state = (site * 7919 + page * 104_729 + 12_345) >>> 0;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const sentence = (length: number): string => Array.from({ length }, () => words[next(words.length)]).join(' ');
  const menu = Array.from(
    { length: 12 + (site % 20) },
    (_, at) =>
      `<li class="item-${at}"><a href="/s${site}/${at}.html" title="Section ${at}"><span>${words[(site + at) % 30]} ${at}</span></a></li>`,
  ).join('\n');
  const frame = (content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${sentence(4)} | Site ${site}</title>
<link rel="stylesheet" href="/style-${site}.css"><script src="/code.js"></script></head>
<body class="s${site}"><header id="top"><div class="logo"><a href="/">Site ${site}</a></div><nav><ul>${menu}</ul></nav></header>
<div class="row"><main id="main"><article><h1>${sentence(5)}</h1>${content}</article></main>
<aside><h2>More</h2><ul>${menu}</ul></aside></div>
<footer><div><p>All rights reserved by the people of site ${site}</p><ul>${menu}</ul></div></footer></body></html>`;
  const content: string[] = [];
  let length = frame('').length;
  while (length < bytes) {
    const paragraph = `<p>${sentence(20 + next(40))}. <a href="/p${next(1000)}">${sentence(3)}</a> <em>${sentence(2)}</em></p>\n`;
    content.push(paragraph);
    length += paragraph.length;
  }
  return frame(content.join(''));
}

/** Writes a crawl to WARC files, the pages of all sites mixed. Returns the paths. */
export function writeCrawl(folder: string, pages: number, sites: number, { files = 4, bytes = 18_000 } = {}): string[] {
  const paths = Array.from({ length: files }, (_, at) => `${folder}/crawl-${at}.warc.gz`);
  const open = paths.map(path => openSync(path, 'w'));
  const left = zipfSizes(pages, sites).map((size, site) => ({ site, size, next: 0 }));
  let written = 0;
  while (left.some(({ next, size }) => next < size))
    for (const each of left) {
      // The larger a site is, the more of its pages come in a round, as crawlers work.
      for (let count = 0; count < Math.ceil(each.size / 50) && each.next < each.size; count++) {
        const page = each.next++;
        const body = generatedPage(each.site, page, bytes);
        writeSync(open[written++ % files]!, responseRecord({ url: `https://site${each.site}.example/page-${page}.html`, body }));
      }
    }
  for (const file of open) closeSync(file);
  return paths;
}
