import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { startServer } from '#tests/helpers/server.ts';
import { launchBrowser } from './launch-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** WebSocket end point of the one browser. */
    browser: string;
    /** Origin of the built server with default settings. */
    origin: string;
    /** Origin of what `startHostedServer` asks for further servers. */
    serverHost: string;
  }
}

/** One browser, one built server, and one process that opens further servers, for all browser tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const host = fork(fileURLToPath(new URL('./server-host.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // React and everything built with it read this when they are loaded.
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: [],
  });
  const listening = Promise.race([
    once(host, 'message'),
    once(host, 'exit').then(([code]) => {
      throw new Error(`The process that opens servers ended with code ${code}.`);
    }),
  ]);
  const browser = await launchBrowser();
  // What does not start must not leave others behind, which would keep this process.
  const [[port], server] = await Promise.all([listening, startServer({ env: project.config.env })]).catch(
    async (error: unknown) => {
      host.kill();
      await browser.close();
      throw error;
    },
  );
  project.provide('origin', server.origin);
  project.provide('browser', browser.wsEndpoint());
  project.provide('serverHost', `http://127.0.0.1:${port}`);
  return async () => {
    await browser.close();
    await server.stop();
    host.disconnect();
  };
}
