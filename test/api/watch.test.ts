import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analysePages, type Finding, openSite, type Site, type SiteEvent } from '../../server/src/api/index.ts';
import { copyOfSample } from './sample.ts';

/** The site as its events describe it. */
class Picture {
  readonly labels = new Map<string, unknown>();
  readonly findings = new Map<string, Finding[]>();

  take(event: SiteEvent): void {
    if (event.event === 'page' && event.change === 'remove') {
      this.labels.delete(event.page);
      this.findings.delete(event.page);
    } else if (event.event === 'page') {
      const { event: _, change: _1, ...labels } = event;
      this.labels.set(event.page, labels);
    } else if (event.event === 'diagnostics') this.findings.set(event.page, event.diagnostics);
  }

  codes(page: string): string[] {
    return (this.findings.get(page) ?? []).map(({ code }) => code);
  }

  /** Takes events until the site is idle and `isReached` holds. */
  async follow(events: AsyncIterator<SiteEvent>, isReached: () => boolean): Promise<void> {
    for (;;) {
      const { done, value } = await events.next();
      if (done) throw new Error('The events ended.');
      this.take(value);
      if (value.event === 'idle' && isReached()) return;
    }
  }

  async expectToBe(site: Site): Promise<void> {
    const pages = await site.pages();
    expect([...this.labels.keys()].sort()).toEqual(pages);
    for (const page of pages) expect(this.labels.get(page)).toEqual(await site.labels(page));
    expect(pages.flatMap(page => this.findings.get(page) ?? [])).toEqual(await site.findings());
  }
}

test('the events describe the site, then what changes on disk and by edits', async () => {
  const folder = copyOfSample();
  await using site = await openSite(folder, { required: [{ selector: 'blink' }] });
  const [first = '', second = ''] = await site.pages();
  const picture = new Picture();
  const events = site.watch();
  await picture.follow(events, () => true);
  expect(picture.codes(first)).toEqual(['template/required-node']);
  await picture.expectToBe(site);

  const text = readFileSync(join(folder, first), 'utf8');
  writeFileSync(join(folder, first), text.replace(/<\/body>/i, '<blink>now</blink></body>'));
  rmSync(join(folder, second));
  await picture.follow(events, () => !picture.codes(first).includes('template/required-node') && !picture.labels.has(second));
  await picture.expectToBe(site);

  site.edit(first, text);
  await picture.follow(events, () => picture.codes(first).includes('template/required-node'));
  await picture.expectToBe(site);
  await using fresh = await openSite(folder, { required: [{ selector: 'blink' }] });
  fresh.edit(first, text);
  await picture.expectToBe(fresh);
});

test('another configuration file is followed', async () => {
  const folder = copyOfSample();
  const problems: string[] = [];
  await using site = await openSite(folder, { onProblem: ({ message }) => problems.push(message) });
  const [first = ''] = await site.pages();
  const picture = new Picture();
  const events = site.watch();
  await picture.follow(events, () => true);
  const configuration = join(folder, 'templens.config.json');
  writeFileSync(configuration, '{"required": [{"selector": "blink"}]}');
  await picture.follow(events, () => picture.codes(first).includes('template/required-node'));
  expect(site.settings.required).toEqual([{ selector: 'blink' }]);
  writeFileSync(configuration, '{"required": 7}');
  await expect.poll(() => problems, { timeout: 20_000 }).toEqual([expect.stringContaining('The settings stay as they were.')]);
  await picture.expectToBe(site);
});

test('pages in memory are followed through edits', async () => {
  const files = ['One', 'Two', 'Three'].map(name => ({
    path: `${name}.html`,
    text: `<title>${name}</title><p>Page ${name}</p>`,
  }));
  await using site = await analysePages(files);
  const picture = new Picture();
  const events = site.watch();
  await picture.follow(events, () => true);
  site.edit('Four.html', '<title>Four</title><p>Page Four</p>');
  site.edit('One.html', null);
  await picture.follow(events, () => picture.labels.has('Four.html') && !picture.labels.has('One.html'));
  await picture.expectToBe(site);
});

test('a loop that is left can be followed by another, and two at once cannot be', async () => {
  const folder = copyOfSample();
  await using site = await openSite(folder);
  for await (const { event } of site.watch()) {
    expect(event).toBe('ready');
    expect(() => site.watch()).toThrow(expect.objectContaining({ code: 'bad-argument' }));
    break;
  }
  const picture = new Picture();
  await picture.follow(site.watch(), () => true);
  await picture.expectToBe(site);
});

test('closing the site ends the loop, aborting it throws', async () => {
  const folder = copyOfSample();
  const site = await openSite(folder);
  const seen: string[] = [];
  for await (const { event } of site.watch()) {
    seen.push(event);
    if (event === 'idle') void site.close();
  }
  expect(seen.at(-1)).toBe('idle');

  const controller = new AbortController();
  await using other = await openSite(folder, { signal: controller.signal });
  const loop = async (): Promise<void> => {
    for await (const { event } of other.watch()) if (event === 'idle') controller.abort(new Error('enough'));
  };
  await expect(loop()).rejects.toThrow('enough');
});
