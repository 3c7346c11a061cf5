import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Backend, createBackend } from '#server/app/backend.ts';
import { PASSWORD } from './admin-visitor.ts';
import { testSite } from './backend.ts';
import { SECRET } from './secret.ts';
import type { HostedEnvironment } from '#tests/setup/server-host.ts';
import { type HostedServer, startHostedServer } from './hosted-server.ts';

/** The built site and, beside it as commands are, a backend on its database. */
export interface AdminServer {
  readonly server: HostedServer;
  readonly backend: Backend;
  /** Of Anna Winter, an admin; for the cookie `admin`. */
  readonly token: string;
  readonly email: string;
  /** Id of the same. */
  readonly subject: string;
  /** Settings that lead a command to the same database. */
  readonly settings: HostedEnvironment['env'];
  /** Another server on the same PostgreSQL database. */
  startOther(): Promise<HostedServer>;
  /** Opens a page as Anna Winter. */
  open(page: Page, path: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param more further settings of the servers */
export async function startAdminServer(more: HostedEnvironment['env'] = {}): Promise<AdminServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-admin-'));
  const settings = { SECRET, PAGE_COMPRESSION: 'quick', ...more };
  const server = await startHostedServer({ DATA_DIR: dataDir, ...settings });
  const mailFrom = 'Maison Cercle <hello@example.com>';
  const backend = await createBackend({
    dataDir,
    databaseUrl: more['DATABASE_URL'],
    secret: SECRET,
    mailFrom,
    site: testSite,
  });
  const email = 'anna@example.com';
  const made = await backend.staff.createAdmin({ email, name: 'Anna Winter', password: PASSWORD });
  const subject = made.outcome === 'created' ? made.admin.id : '';
  const { token } = await backend.staff.issueAccessToken({ role: 'admin', subject, replaces: null });
  return {
    server,
    backend,
    token,
    email,
    subject,
    settings: { DATA_DIR: dataDir, ...settings },
    startOther: () => startHostedServer(settings),
    async open(page, path) {
      await page.context().addCookies([{ name: 'admin', value: token, url: server.origin }]);
      await page.goto(server.origin + path);
    },
    async stop() {
      await backend.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
