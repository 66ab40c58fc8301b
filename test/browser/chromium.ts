import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

export function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
}

/** What axe-core objects to on a page: the rule, and the first elements that break it. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated, not added: a page's Content-Security-Policy may forbid scripts.
  await page.evaluate(axe.source);
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    'axe.run().then(({ violations }) => violations)',
  );
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html }) => html.slice(0, 200))
        .join(' ')}`,
  );
}
