import { chromium, type BrowserServer } from 'playwright-core';
import { findChromium } from './programs.ts';

/**
 * Starts the one browser of a run; test files connect to its WebSocket end point.
 *
 * @param more Further switches.
 */
export function launchBrowser(more: readonly string[] = []): Promise<BrowserServer> {
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
