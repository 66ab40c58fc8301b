import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const within = { timeout: 30_000 };

/** The list *Site* of the view Templens. */
export class ViewRows {
  readonly #page: Page;
  readonly pane: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.pane = page.locator('.pane', { has: page.locator('.pane-header', { hasText: /^Site$/ }) });
  }

  row(text: string | RegExp): Locator {
    return this.pane.locator('.monaco-list-row').filter({ hasText: text }).first();
  }

  /** The visible rows, a line each. */
  async texts(): Promise<string> {
    return (await this.pane.locator('.monaco-list-row').allTextContents()).join('\n');
  }

  /** A refresh of the view takes the place of a click on a row: it is quiet when its rows stay the same. */
  async quiet(): Promise<void> {
    let before = '';
    await expect
      .poll(
        async () => {
          const last = before;
          before = await this.texts();
          return before !== '' && before === last;
        },
        { ...within, interval: 1_000 },
      )
      .toBe(true);
  }

  /** Opens a row with children; a refresh of the view may take the place of a click. */
  async open(text: string | RegExp): Promise<void> {
    const closed = this.row(text).locator('.monaco-tl-twistie.collapsed');
    await expect
      .poll(async () => {
        if (await closed.isVisible()) await closed.click();
        return closed.isVisible();
      }, within)
      .toBe(false);
  }

  /** Clicks the button on a row that shows while the pointer is over it. */
  async press(text: string | RegExp, title: string): Promise<void> {
    await this.row(text).hover();
    await this.row(text).locator(`.action-label[aria-label^="${title}"]`).click();
  }

  /** Chooses an entry of a row's context menu; false where a refresh of the view closed the menu. */
  async chooseInMenu(of: Locator, entry: string): Promise<boolean> {
    const item = this.#page.locator('.context-view .action-item').filter({ hasText: new RegExp(`^${entry}$`) });
    // Without a menu the key would take back what is selected.
    if (await this.#page.locator('.context-view .action-item').first().isVisible()) await this.#page.keyboard.press('Escape');
    await of.click({ button: 'right' });
    // A menu ignores a click right after it opened: the pointer chooses, the key confirms.
    await item.hover({ timeout: 5_000 }).catch(() => {});
    if (!(await item.and(this.#page.locator('.focused')).isVisible())) return false;
    await this.#page.keyboard.press('Enter');
    return true;
  }
}
