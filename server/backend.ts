import { sql } from 'kysely';
import { Mistake } from '#engine/base/errors.ts';
import { findAccess, issueAccessToken, revokeAccessToken } from '#server/accounts/access-tokens.ts';
import { createAdmin, findAdmin, signInAdmin } from '#server/accounts/admins.ts';
import { erasePerson } from '#server/accounts/erase-person.ts';
import { exportPerson } from '#server/accounts/export-person.ts';
import { setPreferences } from '#server/accounts/preferences.ts';
import { activate } from '#server/activation/activate.ts';
import { defaultBusinessSettings } from '#server/business-settings.ts';
import { countryOptions } from '#server/country/countries.ts';
import { readAudit } from '#server/data/audit.ts';
import { migrate } from '#server/data/migrate.ts';
import { openDatabase } from '#server/data/open-database.ts';
import type { Database } from '#server/data/open-database.ts';
import { postgresLimits } from '#server/data/postgres-pool.ts';
import { purge } from '#server/data/retention.ts';
import { demoLinks, demoSocialLink, seedDemo } from '#server/demo/seed.ts';
import { localAnnouncements } from '#server/events/announcements.ts';
import { postgresAnnouncements } from '#server/events/postgres-announcements.ts';
import { listDeadLetters, listMail, outboxState, reviveDeadLetter } from '#server/mail/outbox.ts';
import { outboxWorker } from '#server/mail/outbox-worker.ts';
import { smtpTransport } from '#server/mail/transport.ts';
import { applyForMembership } from '#server/membership-interest/apply.ts';
import type { BusinessSettings, Clock, Log, Ports, Random, SitePort } from '#server/ports.ts';
import { checkCode } from '#server/registration-codes/check-code.ts';
import { generateLink } from '#server/registration-codes/generate-link.ts';
import { changeEmail } from '#server/registration/change-email.ts';
import { dropDraft, finishDraft, loadDraft, saveDraft } from '#server/registration/draft.ts';
import { expirePending } from '#server/registration/expire-pending.ts';
import { register } from '#server/registration/register.ts';
import { registrationStatus } from '#server/registration/registration-status.ts';
import { type Watcher, watchRegistration } from '#server/registration/watch-registration.ts';
import { resendActivation } from '#server/registration/resend-activation.ts';
import { checkPurposeToken, makePurposeToken } from '#server/tokens/purpose-token.ts';
import { systemRandom } from '#server/tokens/random.ts';
import { deriveSecrets } from '#server/tokens/secrets.ts';
import { countWaiting, releaseInvitations } from '#server/waiting-list/release.ts';
import { enterLobby } from '#server/waiting-list/enter-lobby.ts';
import { joinWaitingList } from '#server/waiting-list/join.ts';

export interface BackendOptions {
  /** `postgres://…`; without it a SQLite file in `dataDir` is used. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** 32 bytes or more; several separated by commas, newest first. */
  readonly secret: string;
  readonly site: SitePort;
  /** Without it mails are kept in the database and listed by `listMail`. */
  readonly smtpUrl?: string | undefined;
  readonly mailFrom: string;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly log?: Log;
  readonly settings?: Partial<BusinessSettings>;
}

export type Backend = Awaited<ReturnType<typeof createBackend>>;

/** How far the application's clock and the database server's may be apart. */
const CLOCK_SKEW_MS = 5_000;

/**
 * Opens and migrates the database and returns every use case bound to its ports. Throws when the database cannot be opened,
 * when its clock is more than 5 s off, or when SECRET is too short.
 */
export async function createBackend(options: BackendOptions) {
  const log = options.log ?? silentLog;
  const clock = options.clock ?? { now: Date.now };
  const database = await openDatabase(options.databaseUrl ?? `${options.dataDir}/vitrine.sqlite`, (error) =>
    log.error('database.connection-lost', { error: error.message }),
  );
  try {
    const secrets = deriveSecrets(options.secret);
    await migrate(database.db);
    await database.pulse.feel(postgresLimits.connect);
    // A clock that the caller brings along is its own affair.
    if (!options.clock) await refuseClockSkew(database, clock);
    const settings = { ...defaultBusinessSettings, ...options.settings };
    const ports: Ports = {
      database,
      clock,
      random: options.random ?? systemRandom,
      secrets,
      site: options.site,
      log,
      announcements:
        database.engine === 'postgres' && options.databaseUrl
          ? postgresAnnouncements(options.databaseUrl, database.db, log)
          : localAnnouncements(),
      settings,
    };
    return bind(ports, options);
  } catch (error) {
    await database.close();
    throw error;
  }
}

function bind(ports: Ports, { smtpUrl, mailFrom }: BackendOptions) {
  const worker = outboxWorker(ports, smtpUrl ? smtpTransport({ url: smtpUrl, from: mailFrom }) : null);
  const { db } = ports.database;
  /** Looks at the outbox right after a use case that may have written a mail. */
  const mailing =
    <Request, Answer>(useCase: (ports: Ports, request: Request) => Promise<Answer>) =>
    async (request: Request): Promise<Answer> => {
      const answer = await useCase(ports, request);
      worker.wake();
      return answer;
    };
  return {
    ports,

    checkCode: (question: Parameters<typeof checkCode>[1]) => checkCode(ports, question),
    countryOptions: () => countryOptions((country) => ports.site.policies(country)),
    generateLink: (request: Parameters<typeof generateLink>[1]) => generateLink(ports, request),

    register: mailing(register),
    saveDraft: (session: string | null, form: unknown) => saveDraft(ports, session, form),
    loadDraft: (session: string) => loadDraft(ports, session),
    dropDraft: (session: string) => dropDraft(ports, session),
    finishDraft: async (session: string | null, request: Parameters<typeof finishDraft>[2]) => {
      const answer = await finishDraft(ports, session, request);
      worker.wake();
      return answer;
    },
    changeEmail: mailing(changeEmail),
    resendActivation: mailing(resendActivation),
    registrationStatus: (registration: string) => registrationStatus(ports, registration),
    watchRegistration: (registration: string, watcher: Watcher) => watchRegistration(ports, registration, watcher),
    activate: mailing(activate),

    enterLobby: (request: Parameters<typeof enterLobby>[1]) => enterLobby(ports, request),
    joinWaitingList: mailing(joinWaitingList),
    countWaiting: () => countWaiting(db),
    releaseInvitations: mailing(releaseInvitations),
    applyForMembership: mailing(applyForMembership),
    setPreferences: (request: Parameters<typeof setPreferences>[1]) => setPreferences(ports, request),

    checkToken: (purpose: 'lobby' | 'social', token: string | null) => checkPurposeToken(ports, purpose, token),
    makeSocialToken: (email: string) =>
      makePurposeToken(ports, 'social', email, ports.settings.socialTokenMinutes * 60),

    createAdmin: (admin: Parameters<typeof createAdmin>[1]) => createAdmin(ports, admin),
    signInAdmin: (request: Parameters<typeof signInAdmin>[1]) => signInAdmin(ports, request),
    findAdmin: (id: string) => findAdmin(ports, id),
    issueAccessToken: (access: Parameters<typeof issueAccessToken>[1]) => issueAccessToken(ports, access),
    findAccess: (token: string) => findAccess(ports, token),
    revokeAccessToken: (token: string) => revokeAccessToken(ports, token),
    readAudit: (limit: number) => readAudit(db, limit),
    exportPerson: (address: string) => exportPerson(ports, address),
    erasePerson: (address: string, actor: string) => erasePerson(ports, address, actor),

    listMail: (limit?: number) => listMail(ports, limit),
    listDeadLetters: () => listDeadLetters(db),
    reviveDeadLetter: (id: string) => reviveDeadLetter(ports, id),
    outboxState: () => outboxState(ports),
    /** Starts sending mail; also to be called on every node that serves forms. */
    startMail: (intervalMs = 2_000) => worker.start(intervalMs),
    sendMailNow: () => worker.runOnce(),

    /** Housekeeping, to be called every few minutes by any node: expired accounts and rows past their time. */
    tidy: async () => ({ expired: await expirePending(ports), purged: await purge(ports.database, ports.clock) }),
    seedDemo: () => seedDemo(ports),
    demoLinks: () => demoLinks(ports),
    demoSocialLink: () => demoSocialLink(ports),
    /** Finishes the mail that is being sent and closes the database; call it last. */
    close: async () => {
      await worker.stop();
      await ports.announcements.close();
      await ports.database.close();
    },
  };
}

/** Throws when the clock and the database server's are too far apart; SQLite has no clock of its own. */
export async function refuseClockSkew({ engine, db }: Database, clock: Clock): Promise<void> {
  if (engine !== 'postgres') return;
  const before = clock.now();
  const { rows } = await sql<{
    now: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db);
  const skew = Math.round((rows[0]?.now ?? before) - (before + clock.now()) / 2);
  if (Math.abs(skew) > CLOCK_SKEW_MS) {
    throw new Mistake(
      `The database server's clock is ${skew} ms off this machine's, but at most ${CLOCK_SKEW_MS} ms are allowed. Synchronise both clocks, for example with chrony.`,
    );
  }
}

const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
