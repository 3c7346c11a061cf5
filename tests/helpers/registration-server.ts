import type { Backend } from '#server/app/backend.ts';
import { registrationSite } from './registration-site.ts';
import { serveSite, type SiteServerOptions, type TestServer, testSettings } from './site-server.ts';

export { type Answer, ORIGIN, type TestServer, type TestVisitor } from './site-server.ts';

/** The registration's site with everything behind it; closed after the test. The backend is closed by its caller. */
export function serveRegistration(
  backend: Backend,
  env: Readonly<Record<string, string>> = {},
  loadFactsTimeoutMs?: SiteServerOptions['loadFactsTimeoutMs'],
  eventLoopDelay?: () => number,
  more: Parameters<typeof registrationSite>[1] = {},
): Promise<TestServer> {
  const settings = testSettings(env);
  const { publicOrigin, loginUrl } = settings;
  const site = registrationSite(publicOrigin, { ...(loginUrl !== '' && { deployment: { loginUrl } }), ...more });
  return serveSite({
    site,
    backend,
    settings,
    loadFactsTimeoutMs,
    eventLoopDelay,
  });
}
