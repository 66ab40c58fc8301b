import { expect, test } from 'vitest';
import { statusText } from '../../client/src/status-text.ts';

const page = {
  uri: 'file:///site/a.html',
  version: 1,
  regions: [],
  absences: [],
  template: 'g3',
  layout: 'posts/*',
  pages: 14,
  templateShare: 0.634,
  parts: [],
};

test('a page has its group, the number of its pages and its share of template', () => {
  expect(statusText({ kind: 'running' }, page)?.text).toBe('$(layout) posts/*: 14 pages, this page 63% template');
});

test('a page with a layout of its own says so', () => {
  const shown = statusText({ kind: 'running' }, { ...page, pages: 1 });
  expect(shown?.text).toContain('1 page,');
  expect(shown?.tooltip).toContain('No other page');
});

test('beside a file that is no page nothing is shown', () => {
  expect(statusText({ kind: 'running' }, undefined)).toBeUndefined();
});

test('a limited or a stopped client says why, whatever is open', () => {
  expect(statusText({ kind: 'limited', reason: 'This folder is not trusted.' }, undefined)?.tooltip).toBe(
    'This folder is not trusted.',
  );
  expect(statusText({ kind: 'stopped', reason: 'The server ended.' }, page)?.text).toBe('$(error) Templens: stopped');
});

test('screen readers hear the text without its icon', () => {
  expect(statusText({ kind: 'running' }, page)?.label).toMatch(/^posts\/\*: 14 pages, this page 63% template\. /);
});
