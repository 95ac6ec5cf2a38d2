import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { sweep, temporaryFolder } from '../processes/sweeper.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

const PLAIN = [
  '--no-sandbox',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** WebGL without a graphics card. What is flat in a page is drawn and put together by the processor, as browsers do without one: by the way of WebGL a number that changes ten times a second takes half of a core. */
const IMITATED_CARD = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
];
const ARGUMENTS = [...PLAIN, ...IMITATED_CARD];
/** What its address bar would show as one types is a page of its own for each window, which takes as long to load as ours. */
const WITHOUT_ADDRESS_BAR = '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup';
const AS_A_SERVER = ['--headless', '--remote-debugging-port=0', '--no-startup-window', WITHOUT_ADDRESS_BAR];
const START_MS = 90_000;

/** The Chromium that is installed, started by Playwright. Pages that are flat are shown sooner without a card than with one that is imitated. */
export const launchChromium = (card: 'imitated' | 'none' = 'imitated'): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: card === 'imitated' ? ARGUMENTS : [...PLAIN, '--disable-gpu'] });

/**
 * The Chromium that is installed. It is not started by Playwright, which makes every page believe that it is visible and has the focus, and keeps
 * it from being frozen: in the window of this one, pages are tabs as a user has them. Contexts of their own are as Playwright makes them.
 */
export class Chromium implements AsyncDisposable {
  readonly browser: Browser;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(browser: Browser, process: ChildProcess, folder: string) {
    this.browser = browser;
    this.#process = process;
    this.#folder = folder;
  }

  static async start(): Promise<Chromium> {
    const folder = temporaryFolder('chromium');
    const child = spawn(findChromium(), [...ARGUMENTS, ...AS_A_SERVER, `--user-data-dir=${folder}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    sweep(child);
    try {
      const browser = await chromium.connectOverCDP(await addressOf(child), { noDefaults: true, isLocal: true });
      return new Chromium(browser, child, folder);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  /** The one window whose tabs hide one another. */
  get window(): BrowserContext {
    const [first] = this.browser.contexts();
    if (!first) throw new Error('Chromium has no window');
    return first;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'close');
    await this.browser.close();
    this.#process.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** It says on stderr where it listens. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`Chromium did not start within ${START_MS} ms:\n${said}`)), START_MS);
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`Chromium ended with ${code}:\n${said}`)));
    if (!child.stderr) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      said += `${line}\n`;
      const address = /^DevTools listening on (\S+)/.exec(line)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

function findChromium(): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
  if (found === undefined) throw new Error(`none of ${NAMES.join(', ')} is on the PATH: install Chromium to run browser tests`);
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
