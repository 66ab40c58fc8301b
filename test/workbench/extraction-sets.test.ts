// What the comparison of content extractors is made of: benchmarks on disk, intervals, programs of Python.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { bootstrapMean } from '../support/bootstrap.ts';
import { publicSets, readWcxb, textWords } from '../support/extraction-sets.ts';
import { PythonFailure, pythonWith, runPython } from '../support/python-packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'templens-sets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('public benchmarks', () => {
  it('are read from the clones that there are, with a sentence for the others', () => {
    const clone = join(folder, 'article-extraction-benchmark');
    mkdirSync(join(clone, 'html'), { recursive: true });
    writeFileSync(join(clone, 'html/a1.html.gz'), gzipSync('<p>It “rains” in Köln.</p>'));
    const truth = { a1: { articleBody: 'It "rains" in Köln.', url: 'https://news.example/a' } };
    writeFileSync(join(clone, 'ground-truth.json'), JSON.stringify(truth));
    const { sets, missing } = publicSets(folder);
    expect(sets).toEqual([
      {
        name: 'news',
        pages: [
          { site: 'news.example', path: 'a1', bytes: expect.any(Buffer), language: 'en', gold: ['It', 'rains', 'in', 'Köln'] },
        ],
      },
    ]);
    expect(sets[0]!.pages[0]!.bytes.toString()).toBe('<p>It “rains” in Köln.</p>');
    expect(missing).toEqual([
      expect.stringContaining('clone the repository Murrough-Foley/web-content-extraction-benchmark of GitHub there'),
    ]);
  });

  it('WCXB: a file of the truth for each page', () => {
    for (const name of ['html', 'ground-truth']) mkdirSync(join(folder, 'w/test', name), { recursive: true });
    writeFileSync(join(folder, 'w/test/html/0007.html.gz'), gzipSync('<p>One</p>'));
    const truth = { url: 'https://shop.example/x', ground_truth: { main_content: 'One' } };
    writeFileSync(join(folder, 'w/test/ground-truth/0007.json'), JSON.stringify(truth));
    expect(readWcxb(join(folder, 'w'), 'test')).toMatchObject([{ site: 'shop.example', path: '0007', gold: ['One'] }]);
  });
});

describe('figures', () => {
  it('words are runs of letters and digits in any script', () => {
    expect(textWords('• “Zoë’s” 2 cafe\u0301s\n\n– 東京')).toEqual(['Zoë', 's', '2', 'cafés', '東京']);
  });

  it('the bootstrap interval is about that of the normal distribution for many values', () => {
    const values = Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? 0.4 : 0.6));
    const { mean, low, high } = bootstrapMean(values);
    const half = (1.96 * 0.1) / Math.sqrt(400);
    expect(mean).toBeCloseTo(0.5, 10);
    expect(Math.abs(low - (mean - half))).toBeLessThan(0.002);
    expect(Math.abs(high - (mean + half))).toBeLessThan(0.002);
    expect(bootstrapMean(values)).toEqual({ mean, low, high });
  });
});

describe('programs of Python', () => {
  it('that are missing or fail are named, with the reason', () => {
    expect(() => runPython('no-such-python', ['x.py'], '')).toThrow(PythonFailure);
    expect(() => runPython(process.execPath, ['-e', 'console.error("one\\nlast line"); process.exit(3)'], '')).toThrow(
      /last line$/,
    );
    expect(runPython(process.execPath, ['-e', 'process.stdin.pipe(process.stdout)'], 'given')).toBe('given');
  });

  it('no environment is left behind when packages cannot be had', () => {
    const requirements = join(folder, 'requirements.txt');
    writeFileSync(requirements, '--no-index\nno-such-package==1\n');
    const cache = process.env.XDG_CACHE_HOME;
    const path = process.env.PATH;
    process.env.XDG_CACHE_HOME = folder;
    process.env.PATH = '/nonexistent';
    try {
      expect(() => pythonWith(requirements)).toThrow(/^Python 3 with its venv module is missing: .+ENOENT/);
    } finally {
      process.env.PATH = path;
      if (cache === undefined) delete process.env.XDG_CACHE_HOME;
      else process.env.XDG_CACHE_HOME = cache;
    }
  });
});
