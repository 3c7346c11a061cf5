import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserServer, type BrowserType, chromium, firefox } from 'playwright-core';
import { findChromium, findFirefox } from './programs.ts';

/** The browser of this process and of those that it starts: `TEST_BROWSER`, else Chromium. */
export const isFirefox = (): boolean => process.env['TEST_BROWSER'] === 'firefox';

/**
 * Starts the one browser of a run; test files connect to its WebSocket end point.
 *
 * @param more Further switches of Chromium.
 */
export function launchBrowser(more: readonly string[] = []): Promise<BrowserServer> {
  return isFirefox() ? launchFirefox() : launchChromium(more);
}

/** @param endpoint of the browser that `launchBrowser` started */
export function connectBrowser(endpoint: string): Promise<Browser> {
  const type: BrowserType = isFirefox() ? firefox : chromium;
  return type.connect(endpoint);
}

function launchChromium(more: readonly string[]): Promise<BrowserServer> {
  const executablePath = findChromium();
  if (executablePath === null) {
    throw new Error('Chromium was not found. Install it, or set CHROMIUM_PATH to its executable.');
  }
  return chromium.launchServer({
    executablePath,
    headless: true,
    args: [
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      // Nothing but this machine can be reached, whatever a page asks for.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      // Chromium refuses its sandbox to root.
      ...more,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}

function launchFirefox(): Promise<BrowserServer> {
  if (findFirefox() === null)
    throw new Error('Firefox was not found. Install it, or set FIREFOX_PATH to its executable.');
  return firefox.launchServer({
    // Stock Firefox over WebDriver BiDi.
    channel: 'moz-firefox',
    executablePath: fileURLToPath(new URL('bidi-firefox.ts', import.meta.url)),
    headless: true,
    firefoxUserPrefs: {
      // Nothing but this machine can be reached, whatever a page asks for.
      'network.dns.disabled': true,
      // As on phones, and as Chromium has them here.
      'ui.useOverlayScrollbars': 1,
    },
  });
}
