import type { TestProject } from 'vitest/node';
import { startServer } from '#tests/helpers/server.ts';
import { launchBrowser } from './launch-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** WebSocket end point of the one browser. */
    browser: string;
    /** Origin of the built server with default settings. */
    origin: string;
  }
}

/** One browser and one built server for all browser tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const browser = await launchBrowser();
  // A server that does not start must not leave a browser behind, which would keep this process.
  const server = await startServer({ env: project.config.env }).catch(async (error: unknown) => {
    await browser.close();
    throw error;
  });
  project.provide('origin', server.origin);
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.stop();
  };
}
