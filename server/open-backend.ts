import { setInterval } from 'node:timers';
import type { Logger } from 'pino';
import type { Site } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/server.ts';
import { type Backend, createBackend } from './backend.ts';
import { eventLog } from './platform/observe/log.ts';
import { demoSecret } from './platform/settings/demo-secret.ts';
import type { Settings } from './platform/settings/read-settings.ts';
import { liveSitePort } from './live-site-port.ts';

/** Milliseconds between two rounds of housekeeping. */
const TIDY_EVERY = 5 * 60_000;

/**
 * Opens the registration backend of a server: database, mail and housekeeping; in demo mode with demo data.
 * `close` ends them in this order, the database last.
 *
 * @throws Error when the database cannot be opened; the message says why.
 */
export async function openBackend(settings: Settings, site: () => Site, log: Logger): Promise<Backend> {
  const { mode, dataDir, secrets, databaseUrl, smtpUrl, mailFrom } = settings;
  const backend = await createBackend({
    dataDir,
    databaseUrl: databaseUrl === '' ? undefined : databaseUrl,
    secret: secrets.length > 0 ? secrets.join(',') : await demoSecret(dataDir),
    site: liveSitePort(site, settings, journeys),
    smtpUrl: smtpUrl === '' ? undefined : smtpUrl,
    mailFrom,
    log: eventLog(log),
    settings: {
      accountDisclosure: settings.accountDisclosure,
      activationHours: settings.activationHours,
      voucherMinimumOrder: settings.voucherMinimumOrder,
    },
  });
  if (mode === 'demo') await backend.members.demo.seed();
  else if (smtpUrl === '') log.warn('SMTP_URL is not set: mails are kept in the database and nobody gets them.');

  backend.outbox.start();
  const housekeeping = setInterval(() => {
    backend.tidy().catch((error: unknown) => log.warn({ err: error }, 'Housekeeping failed and is tried again later.'));
  }, TIDY_EVERY).unref();
  return {
    ...backend,
    async close() {
      clearInterval(housekeeping);
      await backend.close();
    },
  };
}
