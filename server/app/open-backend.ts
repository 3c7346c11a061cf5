import { listFurtherThemes } from '#server/app/mail-branding.ts';
import { setInterval } from 'node:timers';
import type { Logger } from 'pino';
import type { Site } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/server.ts';
import { assembleBackend, type Backend, createBackend, type PendingBackend } from './backend.ts';
import { createMaintenance } from './maintenance.ts';
import { storeServedOrigin } from '#server/platform/data-folder/served-origin.ts';
import { lockDataFolder } from '#server/platform/database/lock-data-folder.ts';
import { createIdentityProvider, type IdentityProvider } from '#server/platform/oidc/identity-provider.ts';
import { createIdentityProviders, type IdentityProviders } from '#server/platform/oidc/identity-providers.ts';
import { createEventLog } from '#server/platform/observability/log.ts';
import type { Clock } from '#server/platform/ports.ts';
import { readDemoSecret } from '#server/platform/settings/read-demo-secret.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { PublishedProject } from '#server/site/publications/ports.ts';
import type { ServedBackend } from './served-backend.ts';
import { createLiveSitePort } from './live-site-port.ts';
import { waitForDatabase } from './wait-for-database.ts';
import { createPlainSite } from './plain-site.ts';
import { staffProviderParameters } from '#server/staff/sign-in-by-provider.ts';

/** Milliseconds between two polls for webhook requests. */
const WEBHOOK_INTERVAL_MS = 2_000;
/** Maximum age of the known state of full forms, which other processes change. */
const PLACES_INTERVAL_MS = 10_000;

/** Milliseconds between two runs of maintenance. */
const MAINTENANCE_INTERVAL_MS = 5 * 60_000;

/**
 * Opens the backend of a server: database, mail and maintenance; in demo mode with demo data. With the embedded database, the data folder
 * is locked. PostgreSQL may become available later: until then forms ask visitors to retry, and database work starts once it is ready.
 * `close` stops all of it in order, the database last.
 *
 * @param project files that publications override; default: none can be published
 * @throws UserError or UnavailableError when the data folder or the embedded database cannot be used; the message says why and what to do
 */
export async function openBackend(
  settings: Settings,
  site: () => Site,
  log: Logger,
  project?: PublishedProject,
): Promise<Backend & Pick<ServedBackend, 'shadowedPaths' | 'health'>> {
  const release = settings.databaseUrl === '' ? await lockDataFolder(settings.dataDir) : (): void => {};
  try {
    const removeOrigin = await storeServedOrigin(settings);
    const { backend, prepare } = await joined(settings, site, log, project);
    const preparation = waitForDatabase(prepare, log, { isLocal: settings.databaseUrl === '' });
    let maintenance: NodeJS.Timeout | undefined;
    void preparation.done.then(() => {
      backend.outbox.start();
      backend.formEntries.webhooks.start(WEBHOOK_INTERVAL_MS);
      void backend.formEntries.fullForms.look();
      backend.formEntries.fullForms.start(PLACES_INTERVAL_MS);
      maintenance = setInterval(createMaintenance(backend, log), MAINTENANCE_INTERVAL_MS).unref();
    });
    const close = async (): Promise<void> => {
      await preparation.stop();
      clearInterval(maintenance);
      await removeOrigin();
      await backend.close();
    };
    await preparation.begun.catch(async (error: unknown) => {
      await close();
      throw error;
    });
    return {
      ...backend,
      health: preparation.health,
      async shadowedPaths() {
        await preparation.done;
        return (await backend.plugins.shadowedPaths()).map(({ path }) => path);
      },
      async close() {
        await close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

interface CommandOptions {
  readonly site?: Site;
  readonly clock?: Clock;
  readonly project?: PublishedProject;
}

/**
 * Opens the backend for a command, with or without a running server: no lock, no mail, no maintenance.
 *
 * @param options.site documents, for commands about pages; without them every landing counts as known
 * @param options.clock for commands about the future; default: the system clock
 * @param options.project files, for commands about publications
 * @throws UserError or UnavailableError, as `openBackend`
 */
export async function openBackendForCommand(
  settings: Settings,
  { site, clock, project }: CommandOptions = {},
): Promise<Backend> {
  const { dataDir, mailFrom, publicOrigin, secrets } = settings;
  return createBackend({
    dataDir,
    ...selectDatabaseOptions(settings),
    connections: { max: 2, warm: 0 },
    secret: secrets.length > 0 ? secrets.join(',') : await readDemoSecret(dataDir),
    site:
      site === undefined
        ? createPlainSite({ name: new URL(publicOrigin).hostname, publicOrigin })
        : createLiveSitePort(() => site, settings, journeys),
    mailFrom,
    clock,
    project,
  });
}

function selectDatabaseOptions({ databaseUrl, databaseDirectUrl, migratesAtStart }: Settings) {
  const urls = databaseUrl === '' ? {} : { databaseUrl, directUrl: databaseDirectUrl };
  return { ...urls, migrates: migratesAtStart };
}

async function joined(
  settings: Settings,
  site: () => Site,
  log: Logger,
  project?: PublishedProject,
): Promise<PendingBackend> {
  const { mode, dataDir, secrets, smtpUrl, mailFrom } = settings;
  const { backend, prepare } = await assembleBackend({
    dataDir,
    ...selectDatabaseOptions(settings),
    connections: settings.connections,
    exposureExportDir: settings.exposureExportDir,
    secret: secrets.length > 0 ? secrets.join(',') : await readDemoSecret(dataDir),
    site: createLiveSitePort(site, settings, journeys),
    smtpUrl: smtpUrl === '' ? undefined : smtpUrl,
    mailFrom,
    letters: () => ({
      theme: site().brand.mails,
      others: listFurtherThemes(site()),
      senderName: site().brand.mails.sender,
    }),
    log: createEventLog(log),
    providers: createProviders(settings),
    staffProvider: createStaffProvider(settings),
    documents: site,
    project,
    settings,
  });
  if (mode !== 'demo' && smtpUrl === '')
    log.warn('SMTP_URL is not set: mails are stored in the database and not delivered.');
  if (settings.isDatabaseUnencrypted)
    log.warn('DATABASE_URL connects to another machine without encryption. Add sslmode=verify-full to it.');
  return {
    backend,
    async prepare() {
      await prepare();
      if (mode === 'demo') await backend.plugins.seedDemo();
    },
  };
}

function createProviders({ providers, publicOrigin, basePath }: Settings): IdentityProviders | undefined {
  if (Object.keys(providers).length === 0) return undefined;
  return createIdentityProviders({
    accounts: providers,
    callback: `${publicOrigin}${basePath}do/social/`,
    clock: { now: Date.now },
  });
}

function createStaffProvider({ staffProvider, publicOrigin, basePath }: Settings): IdentityProvider | null {
  if (staffProvider === null) return null;
  return createIdentityProvider({
    account: staffProvider,
    parameters: staffProviderParameters,
    callback: `${publicOrigin}${basePath}do/admin/return`,
    clock: { now: Date.now },
  });
}
