import { afterEach } from 'vitest';
import { type SiteServerOptions, startSite, type TestServer } from './plain-server.ts';

export {
  type Answer,
  ORIGIN,
  type SiteServerOptions,
  type TestServer,
  testSettings,
  type TestVisitor,
} from './plain-server.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

/** The whole server on a real socket, with plain pages; closed after the test. */
export async function serveSite(options: SiteServerOptions): Promise<TestServer> {
  const server = await startSite(options);
  open.push(() => server.stop());
  return server;
}
