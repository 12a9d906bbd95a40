/** Headless Chromium for tests; where there is none they are skipped, in CI they fail. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { beforeAll, beforeEach, onTestFinished } from 'vitest';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const MISSING = `Chromium is in none of ${PLACES.join(', ')}: apt-get install chromium`;
const executablePath = PLACES.find((place) => existsSync(place));
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-proxy-server',
  // Names that a page of the wide world could have; all lead here.
  '--host-resolver-rules=MAP *.example 127.0.0.1',
];
const IN_PAGE = fileURLToPath(new URL('in-page.js', import.meta.url));

let browser: Browser;

/** One browser for the tests of a file. */
export function useBrowser(): void {
  beforeAll(async () => {
    if (executablePath === undefined) {
      process.stderr.write(`${MISSING}\n`);
      return undefined;
    }
    browser = await chromium.launch({ executablePath, headless: true, args: ARGUMENTS });
    return () => browser.close();
  }, 60_000);
  beforeEach(({ skip }) => {
    if (executablePath !== undefined) return;
    if (process.env['CI'] === 'true') throw new Error(MISSING);
    skip(MISSING);
  });
}

/** What a page could see of an answer. */
export interface Seen {
  readonly status?: number;
  /** `opaque`: the page learns nothing but that something came. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly text?: string;
  /** Name of the error, where the browser let nothing through. */
  readonly failed?: string;
}

/** A page whose functions are those of `in-page.js`. */
export interface BrowserPage {
  ask(url: string, init?: object): Promise<Seen>;
  askSandboxed(url: string, init?: object): Promise<Seen>;
  submitForm(form: object): Promise<{ readonly readable: boolean }>;
  embed(
    tag: string,
    url: string,
  ): Promise<{ readonly ended: 'load' | 'error'; readonly readable: boolean }>;
  openSocket(url: string): Promise<'open' | 'error'>;
  openEvents(url: string): Promise<'open' | 'error'>;
  beacon(url: string, text: string): Promise<boolean>;
}

/** Opens a page in a fresh profile, closed when the test is over. */
export async function openPage(url: string): Promise<BrowserPage> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  await context.addInitScript({ path: IN_PAGE });
  const page = await context.newPage();
  await page.goto(url);
  return {
    ask: (...given) => runIn(page, 'ask', given),
    askSandboxed: (...given) => runIn(page, 'askSandboxed', given),
    submitForm: (...given) => runIn(page, 'submitForm', given),
    embed: (...given) => runIn(page, 'embed', given),
    openSocket: (...given) => runIn(page, 'openSocket', given),
    openEvents: (...given) => runIn(page, 'openEvents', given),
    beacon: (...given) => runIn(page, 'beacon', given),
  };
}

function runIn<Result>(page: Page, name: string, given: readonly unknown[]): Promise<Result> {
  return page.evaluate<Result>(`${name}(...${JSON.stringify(given)})`);
}
