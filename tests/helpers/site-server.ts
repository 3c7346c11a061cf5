import { onTestFinished } from 'vitest';
import { type SiteServerOptions, startSite, type TestServer } from './plain-server.ts';

export {
  type Answer,
  ORIGIN,
  type SiteServerOptions,
  type TestServer,
  testSettings,
  type TestVisitor,
} from './plain-server.ts';

/** The whole server on a real socket, with plain pages; closed after the test. */
export async function serveSite(options: SiteServerOptions): Promise<TestServer> {
  const server = await startSite(options);
  onTestFinished(() => server.stop());
  return server;
}
