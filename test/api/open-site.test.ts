import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analysePages, openSite, type Site, TemplensError } from '../../server/src/api/index.ts';
import { decodePage } from '../../server/src/site/decode.ts';
import { templens } from '../cli/templens.ts';
import { copyOfSample, sample } from './sample.ts';

function filesOf(folder: string): { path: string; text: string }[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path => statSync(join(folder, path)).isFile());
  return paths.map(path => ({ path, text: decodePage(readFileSync(join(folder, path))) }));
}

/** All that a site answers. */
async function answers(site: Site): Promise<unknown> {
  const pages = await site.pages();
  const parts = await site.parts();
  return {
    pages,
    skipped: await site.skipped(),
    layouts: await site.layouts(),
    parts,
    instances: await Promise.all(parts.map(({ id }) => site.instances(id))),
    labels: await Promise.all(pages.map(page => site.labels(page))),
    findings: await site.findings(),
    templates: await Promise.all(pages.map(page => site.extract(page))),
    contents: await Promise.all(pages.map(page => site.extract(page, { what: 'content', format: 'text' }))),
  };
}

describe('openSite', () => {
  test('looks upward for the configuration, as the command line does', async () => {
    const folder = copyOfSample();
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, 'templens.config.json'), '{"maxDepth": 100}');
    mkdirSync(join(folder, 'more/pages'), { recursive: true });
    await using site = await openSite(join(folder, 'more/pages'));
    expect([site.root, site.settings.maxDepth]).toEqual([folder, 100]);
  });

  test('gives the decoded text of a page, as it is edited', async () => {
    const folder = copyOfSample();
    const [first] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.html'));
    await using site = await openSite(folder);
    expect(await site.text(first!)).toBe(decodePage(readFileSync(join(folder, first!))));
    site.edit(first!, '<p>edited');
    expect(await site.text(first!)).toBe('<p>edited');
    await expect(site.text('nothing.html')).rejects.toMatchObject({ code: 'not-a-page' });
    await expect(site.text('../outside.html')).rejects.toMatchObject({ code: 'not-a-page' });
  });

  test('answers what the command line prints', async () => {
    const folder = copyOfSample();
    const configuration = { required: [{ selector: 'blink' }], ignore: [{ pages: ['nothing.html'] }] };
    writeFileSync(join(folder, 'templens.config.json'), JSON.stringify(configuration));
    await using site = await openSite(folder);
    const lines = (await templens(['classify', folder, '--format', 'ndjson'])).stdout.trimEnd().split('\n');
    const pages = await site.pages();
    expect(pages.length).toBeGreaterThan(5);
    expect(await Promise.all(pages.map(page => site.labels(page)))).toEqual(lines.map(line => JSON.parse(line)));

    const check = JSON.parse((await templens(['check', folder, '--format', 'json'])).stdout);
    const findings = await site.findings();
    expect(findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['template/required-node', 'templens/unused-ignore']),
    );
    expect(findings).toEqual(check.diagnostics);
    const { page } = findings[0]!;
    expect(await site.findings({ page })).toEqual(findings.filter(finding => finding.page === page));

    const parts = JSON.parse((await templens(['parts', folder, '--format', 'json', '--instances'])).stdout).parts;
    const own = await site.parts();
    const instances = await Promise.all(own.map(({ id }) => site.instances(id)));
    expect(own.map((part, index) => ({ ...part, instances: instances[index] }))).toEqual(parts);

    const groups = JSON.parse((await templens(['groups', folder, '--format', 'json'])).stdout).groups;
    expect((await site.layouts()).map(({ template, layout, pages }) => ({ template, layout, pages }))).toEqual(
      groups.map(({ template, layout, pages }: Record<string, unknown>) => ({ template, layout, pages })),
    );
    expect(await site.extract(page)).toBe((await templens(['extract', join(folder, page), '--site', folder])).stdout);
    const pieces = await site.extract(page, { what: 'content', format: 'json' });
    const command = ['extract', join(folder, page), '--site', folder, '--content', '--format', 'json'];
    expect(pieces).toEqual(JSON.parse((await templens(command)).stdout));
    const first: string | undefined = pieces[0]?.text;
    expect((await site.extract(page, { what: 'content', format: 'text' })).startsWith(first!)).toBe(true);
  });

  test('an edit answers as a fresh site with that text', async () => {
    const folder = copyOfSample();
    await using site = await openSite(folder);
    const [page = ''] = await site.pages();
    const before = await answers(site);
    const changed = readFileSync(join(folder, page), 'utf8').replace(/<li>[\s\S]*?<\/li>/, '<li><a href="new.html">New</a></li>');
    site.edit(page, changed);
    site.edit('added/page.html', changed);
    const edited = await answers(site);
    expect(edited).not.toEqual(before);
    expect(readFileSync(join(folder, page), 'utf8')).not.toBe(changed);

    cpSync(join(folder, page), join(folder, 'kept.txt'));
    writeFileSync(join(folder, page), changed);
    rmSync(join(folder, 'added'), { recursive: true, force: true });
    cpSync(join(folder, page), join(folder, 'added/page.html'));
    await using fresh = await openSite(folder);
    expect(edited).toEqual(await answers(fresh));

    cpSync(join(folder, 'kept.txt'), join(folder, page));
    rmSync(join(folder, 'added'), { recursive: true });
    rmSync(join(folder, 'kept.txt'));
    site.edit(page, null);
    site.edit('added/page.html', null);
    expect(await answers(site)).toEqual(before);
  });

  test('options win over the configuration file, which wins over the defaults', async () => {
    const folder = copyOfSample();
    writeFileSync(join(folder, 'templens.config.json'), '{"extractor": "sst", "threads": 3}');
    await using site = await openSite(folder, { extractor: 'plain' });
    expect(site.settings).toMatchObject({ extractor: 'plain', threads: 3, gitignore: true });
  });

  test.each([
    ['a folder that does not exist', () => openSite('/no/such/folder'), 'unreadable-site', /does not exist/],
    ['a file', () => openSite(import.meta.filename), 'unreadable-site', /is a file/],
    ['an unknown option', () => openSite(sample, { extracter: 'sst' } as object), 'bad-argument', /"extracter".*"extractor"/],
    ['an impossible option', () => openSite(sample, { support: 7 }), 'bad-argument', /"support"/],
    ['a path that leads outside', () => analysePages([{ path: '../a.html', text: '' }]), 'bad-argument', /"\.\.\/a\.html"/],
    ['a path twice', () => analysePages(['', 'x'].map(text => ({ path: 'a.html', text }))), 'bad-argument', /two files/],
  ] as const)('refuses %s', async (_what, open, code, sentence) => {
    const error = await open().catch(error => error);
    expect(error).toBeInstanceOf(TemplensError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(sentence) });
  });

  test('refuses a configuration with a mistake', async () => {
    const folder = copyOfSample();
    writeFileSync(join(folder, 'templens.config.json'), '{"extractor": "ssd"}');
    await expect(openSite(folder)).rejects.toMatchObject({
      code: 'bad-configuration',
      message: expect.stringContaining('templens.config.json:1:'),
    });
  });

  test('a question about something that is not there rejects with a code', async () => {
    await using site = await openSite(sample);
    await expect(site.labels('nothing.html')).rejects.toMatchObject({ code: 'not-a-page' });
    await expect(site.findings({ page: 'nothing.html' })).rejects.toMatchObject({ code: 'not-a-page' });
    await expect(site.instances('p0')).rejects.toMatchObject({ code: 'not-a-part' });
    expect(() => site.edit('style.css', '')).toThrow(expect.objectContaining({ code: 'not-a-page' }));
  });

  test('a closed site rejects, and closes once', async () => {
    const site = await openSite(sample);
    const pending = site.findings();
    pending.catch(() => {});
    await Promise.all([site.close(), site.close()]);
    await expect(pending).rejects.toMatchObject({ code: 'closed' });
    await expect(site.pages()).rejects.toMatchObject({ code: 'closed' });
    expect(() => site.edit('index.html', '')).toThrow(expect.objectContaining({ code: 'closed' }));
    expect(() => site.watch()).toThrow(expect.objectContaining({ code: 'closed' }));
  });

  test('hears of skipped pages and of progress', async () => {
    const folder = copyOfSample();
    writeFileSync(join(folder, 'large.html'), ' '.repeat(70_000));
    const problems: unknown[] = [];
    const phases = new Set<string>();
    await using site = await openSite(folder, {
      maxPageBytes: 65_536,
      onProblem: problem => problems.push(problem),
      onProgress: ({ phase }) => phases.add(phase),
    });
    expect(await site.skipped()).toEqual([{ page: 'large.html', reason: expect.stringContaining('maxPageBytes') }]);
    expect(problems).toEqual([{ severity: 'warning', page: 'large.html', message: expect.stringContaining('large.html') }]);
    expect([...phases]).toEqual(['discover', 'index']);
  });
});

describe('a signal', () => {
  test('that is aborted before keeps the site from being read', async () => {
    const phases: string[] = [];
    const opening = openSite(sample, { signal: AbortSignal.abort('enough'), onProgress: ({ phase }) => phases.push(phase) });
    await expect(opening).rejects.toBe('enough');
    expect(phases).toEqual([]);
  });

  test('ends the first index between two slices', async () => {
    const pages = Array.from({ length: 300 }, (_, n) => ({ path: `${n}.html`, text: `<title>${n}</title><p>Page ${n}</p>` }));
    const controller = new AbortController();
    let done = 0;
    const opening = analysePages(pages, {
      signal: controller.signal,
      onProgress: progress => {
        if (progress.phase === 'index') done = progress.done;
        if (done > 0) controller.abort(new Error('enough'));
      },
    });
    await expect(opening).rejects.toThrow('enough');
    expect(done).toBeLessThan(pages.length);
  });

  test('ends pending questions, and all later ones', async () => {
    const controller = new AbortController();
    await using site = await openSite(sample, { signal: controller.signal });
    const pending = site.findings();
    pending.catch(() => {});
    controller.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    await expect(site.pages()).rejects.toThrow('enough');
  });
});

describe('analysePages', () => {
  test('answers as openSite on a folder of the same files, in any order', async () => {
    const files = filesOf(sample);
    expect(files.some(({ path }) => !path.endsWith('.html'))).toBe(true);
    await using site = await openSite(sample);
    await using memory = await analysePages(files.toReversed());
    expect(await answers(memory)).toEqual(await answers(site));
    expect(memory.root).toBe('');
  });

  test('takes pages as they come', async () => {
    async function* files() {
      yield* filesOf(sample);
    }
    await using site = await openSite(sample);
    await using memory = await analysePages(files());
    expect(await memory.findings()).toEqual(await site.findings());
  });

  test('an edit, and its end, answer as fresh pages', async () => {
    const files = filesOf(sample);
    const [first, ...others] = files.filter(({ path }) => path.endsWith('.html'));
    await using memory = await analysePages(files);
    memory.edit(first!.path, null);
    await using without = await analysePages(files.filter(file => file !== first));
    expect(await memory.pages()).toEqual(others.map(({ path }) => path).sort());
    expect(await memory.layouts()).toEqual(await without.layouts());
  });
});
