import type { Site } from '#engine/documents/types.ts';
import { type AdminPages, createAdminPages } from '#server/admin/index.ts';
import { createDraftMails } from '#server/admin/pages/content/draft-mails.ts';
import { createColleagueMails } from './colleague-mails.ts';
import { dropAuditMonths, exportNoted } from './maintenance-steps.ts';
import { storeErrorCounts } from '#server/platform/error-reports/store-error-counts.ts';
import { createFormEntries, type FormEntries } from '#server/forms/entries/index.ts';
import { requireLimits } from '#server/platform/database/connection-limits.ts';
import { createGate } from '#server/platform/database/gate.ts';
import { allMigrations, personalDataSources, retentionRules } from '#server/app/module-definitions.ts';
import type { PluginServices } from '#server/forms/plugin-services.ts';
import type { MembersSite } from '#server/forms/server-journey.ts';
import { assertClockNotBehind } from '#server/platform/database/clock-jump.ts';
import { assertNoClockSkew } from '#server/platform/database/clock-skew.ts';
import { runMigrations } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import type { Database } from '#server/platform/database/open-database.ts';
import { type PoolOptions, postgresLimits } from '#server/platform/database/postgres-pool.ts';
import { createRetention, type FailedRule, type Retention } from '#server/platform/database/retention.ts';
import { type PubSub, createLocalPubSub, topics } from '#server/platform/events/pub-sub.ts';
import { createPostgresPubSub } from '#server/platform/events/postgres-pub-sub.ts';
import { createNetworkLimits } from '#server/platform/limits/network-limits.ts';
import { createOutbox, type Outbox } from '#server/platform/mail/index.ts';
import { loadInlineAttachments } from '#server/platform/mail/theme/inline-attachments.ts';
import type { MailLetters } from '#server/app/mail-branding.ts';
import { createSmtpTransport } from '#server/platform/mail/transport.ts';
import { root } from '#server/platform/paths.ts';
import { createPeople, type People } from '#server/platform/personal-data/people.ts';
import type { IdentityProvider } from '#server/platform/oidc/identity-provider.ts';
import { type IdentityProviders, noProviders } from '#server/platform/oidc/identity-providers.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Clock, Log, Random } from '#server/platform/ports.ts';
import { createUseCaseDurations } from '#server/platform/use-cases.ts';
import { getDefault } from '#server/platform/settings/table.ts';
import { mergeSettings } from '#server/platform/settings/merge-settings.ts';
import type { Webhook } from '#server/platform/settings/webhook-settings.ts';
import { systemRandom } from '#server/platform/tokens/random.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import type { CalendarFeed } from '#server/admin/calendar-feed.ts';
import { createContentPages, newDrafts } from '#server/admin/pages/content/index.ts';
import { createFormEntriesPages } from '#server/admin/pages/form-entries/form-entries-page.ts';
import { experimentChanges } from '#server/admin/pages/content/model/experiment-changes.ts';
import { createExperimentPages } from '#server/admin/pages/experiments/index.ts';
import { recountAgreed } from '#server/site/experiments/consented/recount.ts';
import { exportToFolder } from '#server/site/export/export-to-folder.ts';
import { defaultConnections, noProject, createPlainBranding, silentLog } from './default-options.ts';
import { type ContentServices, createContentServices, listDrifted } from './content-services.ts';
import { createSystemStatus, type RunningSystemStatus } from './system-status.ts';
import {
  type JourneyMembers,
  type MembersSettings,
  journeyPlugins,
  joinPlugins,
  type JoinedPlugins,
} from './journey-plugins.ts';
import { VariationWeights } from '#server/site/experiments/variation-weights.ts';
import { UnavailableVariations } from '#server/site/experiments/unavailable-variations.ts';
import type { Approval, PublishedProject } from '#server/site/publications/ports.ts';
import { readStopped, setExperimentRunning, type SwitchRequest } from '#server/site/experiments/switches.ts';
import { audit } from '#server/staff/audit/append.ts';
import { readDomain } from '#server/platform/forms/email.ts';
import { defaultStaffSettings } from '#server/staff/default-settings.ts';
import { createStaff, type Staff } from '#server/staff/index.ts';
import type { StaffSettings } from '#server/staff/ports.ts';

/** Settings of the site owner. */
export type BackendSettings = MembersSettings &
  Partial<Omit<StaffSettings, 'limits'>> & {
    readonly limits?: Partial<StaffSettings['limits']>;
    readonly ipv6SiteFactor?: number;
    /** Webhooks of form documents; default: none. */
    readonly webhooks?: readonly Webhook[];
    /** See `EXPERIMENT_NETWORK_SHARE`. */
    readonly networkShare?: number;
    /** See `PUBLISHING_APPROVAL`. */
    readonly publishingApproval?: Approval;
    /** See `GROWTHBOOK_API_HOST`; empty when experiments come from the documents. */
    readonly growthbookApiHost?: string;
  };

export interface BackendOptions {
  /** `postgres://…`; default: a SQLite file in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** Address of the same PostgreSQL that bypasses a pooler; default: `databaseUrl`. */
  readonly directUrl?: string | undefined;
  /** Whether to migrate the database on start; default: true. */
  readonly migrates?: boolean;
  /** Maximum and idle connections of the PostgreSQL pool; default: see `PoolOptions`. */
  readonly connections?: Pick<PoolOptions, 'max' | 'warm'>;
  /** Timeout of PostgreSQL health checks, see `DatabaseHealth`. */
  readonly healthTimeoutMs?: number;
  readonly dataDir: string;
  /** See `deriveSecrets`. */
  readonly secret: string;
  readonly site: MembersSite;
  /** Default: mails stay in the database and are listed by `listMail`. */
  readonly smtpUrl?: string | undefined;
  readonly mailFrom: string;
  /** Current theme and sender of mails, from the brand; default: plain mails. */
  readonly letters?: () => MailLetters;
  /** Folder for the export of exposures to a column store; default: none. */
  readonly exposureExportDir?: string | undefined;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly log?: Log;
  readonly settings?: BackendSettings;
  /** Identity providers for visitors; default: none. */
  readonly providers?: IdentityProviders | undefined;
  /** Identity provider of staff users (OpenID Connect); default: none. */
  readonly staffProvider?: IdentityProvider | null;
  /** The live documents, for pages about experiments; default: none. */
  readonly documents?: () => Site;
  /** Files that staff may change without a build; default: none. */
  readonly project?: PublishedProject;
}

/** The composition root: all modules that need a database, connected to one. Callers pick the parts they use. */
export interface Backend extends ContentServices {
  readonly ports: PlatformPorts;
  readonly outbox: Outbox;
  readonly members: JourneyMembers;
  /** Server parts of the project's journeys. */
  readonly plugins: JoinedPlugins;
  readonly staff: Staff;
  readonly adminPages: AdminPages;
  readonly people: People;
  /** Serves calendar applications; `null` in a process without a project. */
  readonly calendar: CalendarFeed | null;
  readonly formEntries: FormEntries;
  /** Page weights by variation, measured when the server renders them. */
  readonly variationWeights: VariationWeights;
  /** Unavailable variations, detected when the server renders them. */
  readonly unavailableVariations: UnavailableVariations;
  /** State of this process: its site and its maintenance. */
  readonly systemStatus: RunningSystemStatus;
  /** Stops or resumes an experiment on all processes; see `switchExperiment`. */
  switchExperiment(wish: SwitchRequest): Promise<boolean>;
  readonly networkShare: number;
  /** Maintenance, to be called every few minutes on any node: expires accounts, applies retention, exports exposures, verifies sums of experiments. */
  runMaintenance(): Promise<{
    readonly expired: number;
    readonly exported: number;
    readonly purged: Readonly<Record<string, number>>;
    readonly failed: readonly FailedRule[];
    /** Sums of experiments that were wrong and have been corrected. */
    readonly repaired: number;
  }>;
  readonly retention: Pick<Retention, 'failing' | 'total'>;
  /** Waits for the mail in flight and closes the database; call it last. */
  close(): Promise<void>;
}

/** A backend that is not ready: on PostgreSQL, all queries are rejected as during an outage. */
export interface PendingBackend {
  readonly backend: Backend;
  /**
   * Migrates the database, checks clock skew, repeats erasures that a restored back-up lost, and then accepts queries. Rejects when the
   * database cannot be used; may be called again then.
   */
  prepare(): Promise<void>;
}

/** Connects the modules to a database that has not been queried yet. Throws when the embedded database cannot be opened or SECRET is too short. */
export async function assembleBackend(options: BackendOptions): Promise<PendingBackend> {
  const log = options.log ?? silentLog;
  const clock = options.clock ?? { now: Date.now };
  const { databaseUrl } = options;
  const location = databaseUrl ?? `${options.dataDir}/vitrine.sqlite`;
  const secrets = deriveSecrets(options.secret);
  // An injected clock is not compared.
  if (!options.clock && databaseUrl === undefined) await assertClockNotBehind(location, clock);
  const gate = createGate();
  const { directUrl = databaseUrl } = options;
  const opened = await openDatabase(
    location,
    (error) => log.error('database.connection-lost', { error: error.message }),
    { ...(options.connections ?? defaultConnections), isPooled: directUrl !== databaseUrl },
    options.healthTimeoutMs,
  );
  const database = opened.behind(gate);
  const random = options.random ?? systemRandom;
  const pubSub = createPubSub(database, directUrl, log);
  const ipv6SiteFactor = options.settings?.ipv6SiteFactor ?? getDefault('RATE_LIMIT_IPV6_SITE_FACTOR');
  const limits = createNetworkLimits({ db: database.db, clock, log, ipv6SiteFactor });
  const useCaseTimes = createUseCaseDurations();
  const mailDomain = readDomain(options.mailFrom);
  const ports: PlatformPorts = {
    database,
    clock,
    random,
    secrets,
    log,
    pubSub,
    limits,
    useCaseTimes,
    mailDomain,
  };

  return {
    backend: join(ports, options),
    async prepare() {
      const early = { ...ports, database: opened };
      await runMigrations(opened.db, directUrl ?? location, allMigrations, options.migrates ?? true);
      if (!options.clock) await assertNoClockSkew(opened, clock);
      await peopleIn(early, options.dataDir).replay();
      await requireLimits(opened);
      await opened.warm();
      // Measures the round trip: the shortest of three samples excludes the start-up work of this process.
      for (let sample = 0; sample < 3; sample += 1) await opened.databaseHealth.ping(postgresLimits.connect);
      gate.open();
    },
  };
}

/** Opens and prepares the backend. Throws when the database cannot be opened, when its clock is more than 5 s off, or when SECRET is too short. */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { backend, prepare } = await assembleBackend(options);
  try {
    await prepare();
    return backend;
  } catch (error) {
    await backend.close();
    throw error;
  }
}

const peopleIn = (ports: PlatformPorts, dataDir: string): People =>
  createPeople(ports, personalDataSources, (db, entry) => audit(db, ports, entry), dataDir);

function join(ports: PlatformPorts, options: BackendOptions): Backend {
  const {
    site,
    smtpUrl,
    mailFrom,
    letters = createPlainBranding,
    dataDir,
    settings: given,
    exposureExportDir = '',
    documents = () => null,
    project = noProject,
    providers = noProviders,
    staffProvider = null,
  } = options;
  const limits = mergeSettings(defaultStaffSettings.limits, given?.limits);
  const settings = mergeSettings(defaultStaffSettings, { ...given, limits });
  const outbox = createOutbox(
    ports,
    smtpUrl
      ? createSmtpTransport({
          url: smtpUrl,
          from: mailFrom,
          senderName: () => letters().senderName ?? site.name,
          attachments: () => loadInlineAttachments(root, letters().theme, letters().others),
        })
      : null,
  );
  const purging = createRetention(ports, retentionRules);
  const exportExposures = exposureExportDir === '' ? null : exportToFolder(ports, exposureExportDir);
  const staff = createStaff({
    ...ports,
    settings,
    provider: staffProvider,
    site: { name: () => site.name, origin: () => new URL(site.url(null, '/')).origin },
  });
  const people = peopleIn(ports, dataDir);
  const services: PluginServices = {
    ...ports,
    site,
    providers,
    outbox,
    staff,
    people,
    audit: (db, entry) => audit(db, ports, entry),
  };
  const running = journeyPlugins.map((plugin) => plugin.start(services, given ?? {}));
  const plugins = joinPlugins(running);
  // Typed by the registry of plugins.
  const members = Object.assign({}, ...running.map((plugin) => plugin.members)) as JourneyMembers;
  const formEntries = createFormEntries({ ...services, webhooks: given?.webhooks ?? [] }, outbox, documents);
  const variationWeights = new VariationWeights();
  const unavailableVariations = new UnavailableVariations();
  const networkShare = given?.networkShare ?? getDefault('EXPERIMENT_NETWORK_SHARE');
  const lookUps = { personBehind: staff.findPersonBehind, touchedExperiments: experimentChanges };
  const publishing = { ...services, ...lookUps, project };
  const approval = given?.publishingApproval ?? getDefault('PUBLISHING_APPROVAL');
  const mails = createColleagueMails(site, smtpUrl);
  const notify = createDraftMails(ports, { mails, approval });
  const content = createContentServices({ ...publishing, approval, notify });
  const { publications, uploads, previews } = content;
  const systemStatus = createSystemStatus(documents, purging, () => listDrifted(content));
  const turn = async (request: SwitchRequest): Promise<boolean> => {
    const isDifferent = await setExperimentRunning(services, request);
    if (isDifferent) ports.pubSub.publishDebounced(topics.results);
    return isDifferent;
  };
  const aboutContent = createContentPages(
    previews === null
      ? null
      : {
          publications,
          previews,
          uploads,
          images: project.images,
          staff,
          clock: ports.clock,
          deployment: () => documents()?.deployment ?? null,
          stopped: () => readStopped(ports.database.db),
        },
  );
  return {
    ports,
    outbox,
    members,
    plugins,
    staff,
    adminPages: createAdminPages({ ports, staff, outbox, mails, state: systemStatus }, [
      aboutContent,
      createExperimentPages({
        ...ports,
        documents,
        switchExperiment: turn,
        variationWeights,
        unavailableVariations,
        networkShare,
        hasGrowthBook: (given?.growthbookApiHost ?? '') !== '',
        drafting: project === noProject ? null : newDrafts({ publications, project }),
        listChanges: (experiment) => publications.listExperimentChanges(experiment),
      }),
      createFormEntriesPages({ entries: formEntries, staff, site: documents }),
      ...running.flatMap(({ adminPages }) => adminPages ?? []),
    ]),
    people,
    formEntries,
    variationWeights,
    unavailableVariations,
    systemStatus,
    switchExperiment: turn,
    networkShare,
    ...content,
    calendar: aboutContent.calendar,
    retention: purging,
    async runMaintenance() {
      await staff.noteFailedSignIns();
      await storeErrorCounts(ports.database.db);
      if (project !== noProject) await uploads.noteUses();
      const expired = await plugins.expire();
      const { deleted, failed } = await purging.purge();
      const months = await dropAuditMonths(staff);
      // Last, because a full disk must not prevent the other steps.
      const exported = (await exportNoted(exportExposures, systemStatus)) ?? 0;
      const { repaired } = await recountAgreed(ports.database, ports.clock);
      return {
        expired,
        exported,
        purged: { ...deleted, ...months.deleted },
        failed: [...failed, ...months.failed],
        repaired: repaired ?? 0,
      };
    },
    close: async () => {
      await outbox.stop();
      formEntries.fullForms.stop();
      await formEntries.webhooks.stop();
      await staff
        .noteFailedSignIns(true)
        .catch((error: unknown) => ports.log.warn('audit.uncounted', { error: String(error) }));
      await storeErrorCounts(ports.database.db).catch(() => undefined);
      await ports.limits.close();
      await ports.pubSub.close();
      await ports.database.close();
    },
  };
}

/** Several nodes share a PostgreSQL server; the embedded database has one process. */
function createPubSub(database: Database, databaseUrl: string | undefined, log: Log): PubSub {
  return database.engine === 'postgres' && databaseUrl
    ? createPostgresPubSub(databaseUrl, database.db, log)
    : createLocalPubSub();
}
