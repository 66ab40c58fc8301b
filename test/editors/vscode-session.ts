import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { vi } from 'vitest';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const output = join(here, 'output');
const vsix = join(root, 'client/dist/templens.vsix');
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'templens-editors/code-server');

/** VS Code in a browser, with the packed extension installed and one folder open. */
export interface VsCodeSession {
  page: Page;
  /** The open folder: a copy that may be edited. */
  folder: string;
  /** Runs a command of the palette by its title. */
  command(title: string): Promise<void>;
  /** Runs a command that asks, and chooses the answer with this label. */
  choose(title: string, answer: string): Promise<void>;
  /** Leaves `output/NAME.png`. */
  screenshot(name: string): Promise<void>;
  /** A screenshot for the extension's README: replaces that in `client/images` where UPDATE_PICTURES is set. */
  picture(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface SessionOptions {
  /** Folder that is copied and opened. */
  site: string;
  /** Page of it to open. */
  file: string;
  /** Whether the folder is trusted; else VS Code asks. */
  trusted: boolean;
  settings?: Record<string, unknown>;
  /** Of the window, in pixels. */
  size?: { width: number; height: number };
  /** Text of the site's `templens.config.json`. */
  configuration?: string;
}

/** Installs code-server when it is missing and packs the extension: what sessions need. */
export async function prepare(): Promise<void> {
  await mkdir(output, { recursive: true });
  await run(join(here, 'install-code-server.sh'), [cache], { maxBuffer: 1 << 26 });
  await run('npm', ['run', 'package'], { cwd: root });
}

export async function startVsCode(options: SessionOptions): Promise<VsCodeSession> {
  const base = await mkdtemp(join(tmpdir(), 'templens-vscode-'));
  const folder = join(base, 'site');
  await cp(options.site, folder, { recursive: true });
  if (options.configuration !== undefined) await writeFile(join(folder, 'templens.config.json'), options.configuration);
  await mkdir(join(base, 'data/User'), { recursive: true });
  await writeFile(join(base, 'data/User/settings.json'), JSON.stringify({ ...quiet, ...options.settings }));

  const server = await startCodeServer(base, options.trusted);
  const browser = await chromium.launchPersistentContext(join(base, 'chromium'), {
    executablePath: '/usr/bin/chromium',
    headless: true,
    viewport: options.size ?? { width: 1280, height: 800 },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-sync',
    ],
  });
  const close = async () => {
    await browser.close();
    await server.stop();
    await rm(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  try {
    const page = await openWindow(browser, server.url, folder, options.file);
    return {
      page,
      folder,
      command: title => runCommand(page, title),
      choose: async (title, answer) => {
        await runCommand(page, title);
        await page.locator('.quick-input-widget input').fill(answer);
        await pick(page, answer);
        await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
      },
      screenshot: async name => void (await page.screenshot({ path: join(output, `${name}.png`) })),
      picture: async name => {
        const folder = process.env.UPDATE_PICTURES ? join(root, 'client/images') : output;
        await page.screenshot({ path: join(folder, `${name}.png`) });
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Nothing in the window that is not ours, and nothing that moves. */
const quiet = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.colorTheme': 'Default Dark Modern',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'files.autoSave': 'off',
  'editor.autoClosingComments': 'never',
  'editor.minimap.enabled': false,
  'editor.cursorBlinking': 'solid',
  'chat.commandCenter.enabled': false,
  'window.restoreWindows': 'none',
};

interface CodeServer {
  url: string;
  stop(): Promise<void>;
}

async function startCodeServer(base: string, trusted: boolean): Promise<CodeServer> {
  const entry = join(cache, 'node_modules/code-server/out/node/entry.js');
  const config = join(base, 'config.yaml');
  await writeFile(config, '');
  const common = ['--user-data-dir', join(base, 'data'), '--extensions-dir', join(base, 'extensions'), '--config', config];
  for (const name of ['home', 'tmp', 'run']) await mkdir(join(base, name), { mode: 0o700 });
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: join(base, 'home'),
    TMPDIR: join(base, 'tmp'),
    XDG_RUNTIME_DIR: join(base, 'run'),
    XDG_CONFIG_HOME: join(base, 'home/.config'),
    XDG_DATA_HOME: join(base, 'home/.local/share'),
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
  };
  delete env.VSCODE_IPC_HOOK_CLI;
  delete env.PASSWORD;
  await run(process.execPath, [entry, ...common, '--install-extension', vsix], { env });

  const port = await freePort();
  const flags = ['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override', '--disable-proxy'];
  if (trusted) flags.push('--disable-workspace-trust');
  const child = spawn(process.execPath, [entry, ...common, '--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', ...flags], {
    env,
    detached: true,
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${url}/healthz`), { timeout: 60_000, interval: 100 });
  return {
    url,
    stop: async () => {
      const exit = new Promise(resolve => child.once('exit', resolve));
      process.kill(-child.pid!, 'SIGTERM');
      await exit;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

async function openWindow(browser: BrowserContext, url: string, folder: string, file: string): Promise<Page> {
  const page = browser.pages()[0] ?? (await browser.newPage());
  page.setDefaultTimeout(30_000);
  const { host } = new URL(url);
  const payload = JSON.stringify([['openFile', `vscode-remote://${host}${join(folder, file)}`]]);
  await page.goto(`${url}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(payload)}`);
  await page.locator('.monaco-workbench').waitFor();
  return page;
}

async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').fill(`>${title}`);
  await pick(page, title);
}

/** Clicks the entry of the open list whose label begins with the text. */
async function pick(page: Page, text: string): Promise<void> {
  const label = page.locator('.label-name', { hasText: new RegExp(`^${text}`) });
  await page.locator('.quick-input-list .monaco-list-row').filter({ has: label }).first().click();
}
