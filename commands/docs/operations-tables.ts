import { collectNeedDefinitions } from '#engine/decide/needs.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { migrationLimits } from '#server/platform/database/migration-connection.ts';
import { retentionLimits } from '#server/platform/database/retention.ts';
import { postgresLimits } from '#server/platform/database/postgres-pool.ts';
import { retentionRules } from '#server/app/module-definitions.ts';
import { failureLimits } from '#server/staff/failed-sign-ins.ts';
import { hashLimits } from '#server/staff/password-hashes.ts';
import { knownNetworkDays } from '#server/staff/known-networks.ts';
import { auditRetention } from '#server/staff/audit/drop-months.ts';
import { sqliteLimits } from '#server/platform/database/sqlite-dialect.ts';
import { healthCheckTimes } from '#server/platform/database/database-health.ts';
import { formTimeouts } from '#server/http/routes/forms/answer.ts';
import { pubSubLimits } from '#server/platform/events/postgres-pub-sub.ts';
import { remoteTimes } from '#server/site/flags/remote-flags.ts';
import { flagRouteLimits } from '#server/site/flags/routes.ts';
import { operationTimeoutMs } from '#server/graphql/guard.ts';
import { subscriptionLimits } from '#server/graphql/operations.ts';
import { socketLimits } from '#server/graphql/sockets.ts';
import { journeyPlugins } from '#server/app/journey-plugins.ts';
import type { DocumentedLimit } from '#server/forms/plugin-services.ts';
import { networkLimits } from '#server/platform/limits/network-limits.ts';
import { dynamicRequestLimits } from '#server/platform/limits/dynamic-requests.ts';
import { renderLimits } from '#server/platform/limits/render-rate-limiter.ts';
import { httpLimits } from '#server/http/app/guard-connection.ts';
import type { ConcurrencyLimits } from '#server/platform/limits/concurrency-limiter.ts';
import { sheddingLimits } from '#server/platform/limits/shedding.ts';
import { queueLimits } from '#server/platform/database/delivery-queue.ts';
import { smtpLimits } from '#server/platform/mail/transport.ts';
import { loadFactsTimeoutMs } from '#server/site/pages/load-facts.ts';
import { preparationTimes } from '#server/app/wait-for-database.ts';
import { getDefault } from '#server/platform/settings/table.ts';
import { stopTimes } from '#server/app/shutdown.ts';

type Row = readonly [what: string, limit: string, value: string];

const time = (milliseconds: number): string =>
  milliseconds < 1_000
    ? `${milliseconds} ms`
    : milliseconds < 120_000
      ? `${milliseconds / 1_000} s`
      : milliseconds < 7_200_000
        ? `${milliseconds / 60_000} min`
        : `${milliseconds / 3_600_000} h`;

const formatLimit = ([what, limit, values, unit]: DocumentedLimit): Row => [
  what,
  limit,
  values.map(unit === 'milliseconds' ? time : String).join(' · '),
];

const places = ({ perNetwork, total }: ConcurrencyLimits): string => `${perNetwork} · ${total}`;

const ownTimeoutMs = Object.entries(collectNeedDefinitions(journeys)).flatMap(([need, { timeoutMs }]) =>
  timeoutMs === undefined ? [] : [[need, timeoutMs] as const],
);

function limits(): readonly Row[] {
  const { demo, production } = stopTimes;
  return [
    ['Visitors', 'headers of a request', time(httpLimits.headers)],
    ['Visitors', 'a response of which nothing is read', time(httpLimits.unread)],
    ['Visitors', 'between two checks for late headers and requests', time(httpLimits.look)],
    ['Visitors', 'queued requests of one connection; then it closes', String(httpLimits.pipelined)],
    ['Visitors', 'a whole request', time(httpLimits.request)],
    ['Visitors', 'an idle connection; must exceed the one of the load balancer', time(httpLimits.keepAlive)],
    [
      'Pages',
      'all other look-ups together, and nine round trips to the database; afterwards the page goes without them',
      time(loadFactsTimeoutMs),
    ],
    ...ownTimeoutMs.map(([need, timeoutMs]): Row => [
      'Pages',
      `the look-up of a ${need}, which has a timeout of its own`,
      time(timeoutMs),
    ]),
    [
      'Forms',
      'from the request to the first health check of the database; afterwards the form asks to try again later',
      time(formTimeouts.firstSign),
    ],
    ['Forms', 'the use case as a whole, while the database responds', time(formTimeouts.useCase)],
    ['GraphQL', 'an operation as a whole, while the database responds', time(operationTimeoutMs)],
    ['WebSockets', 'connections per network · per process', places(socketLimits)],
    ['WebSockets', 'subscriptions per network · per process', places(subscriptionLimits)],
    ['WebSockets', 'frames from one connection within a second', String(socketLimits.framesPerSecond)],
    ['WebSockets', 'parts of one message', String(socketLimits.fragments)],
    ['WebSockets', 'bytes that a client has not read', String(socketLimits.bytesWaiting)],
    [
      'WebSockets',
      'until `connection_init` · between two pings · until a client closed its side',
      [socketLimits.init, socketLimits.ping, socketLimits.close].map(time).join(' · '),
    ],
    [
      'Sign-in',
      'queued passwords: of one network · of all, and as many of known networks of the account · how long',
      `${hashLimits.perNetwork} · ${hashLimits.total} · ${time(hashLimits.timeoutMs)}`,
    ],
    ['Sign-in', 'days for which a network stays known to an account', String(knownNetworkDays)],
    [
      'Sign-in',
      'failures of one account with an entry each, before the rest is counted · within',
      `${failureLimits.inFull} · ${time(failureLimits.windowMs)}`,
    ],
    [
      'Database',
      'a health check, and two round trips; between two while a request waits',
      `${time(healthCheckTimes.answer)} · ${time(healthCheckTimes.every)}`,
    ],
    [
      'Database',
      'a health check, and what is known of a visitor, on pages of staff',
      time(healthCheckTimes.staffAnswer),
    ],
    ['PostgreSQL', 'connections per process for health checks', '1'],
    ['PostgreSQL', 'until a silent connection for health checks is replaced', time(healthCheckTimes.connection)],
    ['PostgreSQL', 'silence before TCP keep-alive of that connection', time(healthCheckTimes.keepAlive)],
    [
      'PostgreSQL',
      'connections per process · of them always open',
      `${getDefault('DATABASE_POOL_MAX')} · ${getDefault('DATABASE_POOL_MIN')}`,
    ],
    ['PostgreSQL', 'waiting for a connection', time(postgresLimits.connect)],
    ['PostgreSQL', 'one statement, locks included', time(postgresLimits.statement)],
    ['PostgreSQL', 'an idle transaction', time(postgresLimits.idleInTransaction)],
    ['PostgreSQL', 'an idle connection', time(postgresLimits.idleConnection)],
    ['Retention', 'rows that one statement deletes', String(retentionLimits.batch)],
    ['Retention', 'lease of the process that deletes; another one goes on after it', time(retentionLimits.lease)],
    [
      'Migrations',
      'waiting for a lock · attempts, about one per second',
      `${time(migrationLimits.lock)} · ${migrationLimits.attempts}`,
    ],
    ['Notifications', 'connections per process (`LISTEN`), with the first subscriber', '1'],
    ['Notifications', 'connecting', time(pubSubLimits.connect)],
    [
      'Notifications',
      'pause after the connection broke, doubled up to',
      `${time(pubSubLimits.firstWaitMs)} · ${time(pubSubLimits.maxWaitMs)}`,
    ],
    ['SQLite', 'waiting for another process', time(sqliteLimits.lock)],
    ['SQLite', 'waiting for other writers in this process', time(sqliteLimits.turn)],
    ['Flag service', 'between two polls', time(remoteTimes.pollMs)],
    ['Flag service', 'a complete response; requests never wait for it', time(remoteTimes.timeoutMs)],
    [
      'Flag service',
      'pause after a failure, doubled up to',
      `${time(remoteTimes.retryMs)} · ${time(remoteTimes.maxRetryMs)}`,
    ],
    ['Flag service', 'silence of its stream', time(remoteTimes.silenceMs)],
    [
      'Flags for browsers',
      'streams per network · per process · between two pings',
      `${places(flagRouteLimits)} · ${time(flagRouteLimits.ping)}`,
    ],
    ['SMTP', 'connections per process', String(smtpLimits.connections)],
    [
      'SMTP',
      'connecting · greeting · silence',
      [smtpLimits.connection, smtpLimits.greeting, smtpLimits.socket].map(time).join(' · '),
    ],
    ['Outbox', 'attempts per mail, then it is a dead letter', String(queueLimits.attempts)],
    [
      'Outbox',
      'pause after the first attempt, doubled up to',
      `${time(queueLimits.firstPauseMs)} · ${time(queueLimits.maxPauseMs)}`,
    ],
    ['Outbox', 'lease of a worker; mails of a crashed worker are sent after it', time(queueLimits.lease)],
    ...journeyPlugins.flatMap(({ limits: own = [] }) => own.map(formatLimit)),
    ['Networks', 'counters in memory per process', String(networkLimits.counters)],
    ['Networks', 'until a guess is in the database, for other processes', time(networkLimits.save)],
    ['Networks', 'known to the limit of dynamic requests, per process', String(dynamicRequestLimits.networks)],
    [
      'Networks',
      `pages compiled for one network in ${time(renderLimits.windowMs)} · for an IPv6 /56`,
      `${renderLimits.pages} · ${renderLimits.site}`,
    ],
    ['Event loop', 'delay from which costly pages are refused', time(sheddingLimits.pages)],
    ['Event loop', 'delay from which forms and the GraphQL API are refused', time(sheddingLimits.forms)],
    ['Start', 'waiting for PostgreSQL, before pages are served without it', time(preparationTimes.timeoutMs)],
    [
      'Start',
      'pause after the first attempt to prepare PostgreSQL, doubled up to',
      `${time(preparationTimes.firstMs)} · ${time(preparationTimes.maxMs)}`,
    ],
    [
      'Shutdown',
      'between the end of listening and the end of idle connections (demo · production)',
      `${time(demo.linger)} · ${time(production.linger)}`,
    ],
    ['Shutdown', 'for closing resources after the last response', time(production.closing)],
    ['Shutdown', 'for running requests (demo · production)', `${time(demo.timeoutMs)} · ${time(production.timeoutMs)}`],
  ];
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

function retained(): readonly Row[] {
  const months = Object.entries(auditRetention).map(([chain, { days, why }]): Row => [
    `\`audit_entries\`, \`chain\` \`${chain}\``,
    `${days} days after the end of the month`,
    why,
  ]);
  const rows = retentionRules.map(({ table: name, from, days, only, why }): Row => [
    `\`${name}\`${only ? `, \`${only.column}\` ${only.values.map((value) => `\`${value}\``).join(' or ')}` : ''}`,
    days === 0 ? `until \`${from}\`` : `${days} days after \`${from}\``,
    why,
  ]);
  return [...rows, ...months];
}

/** The tables of `docs/operations.md`, by the name of their markers. */
const tables: Readonly<Record<string, () => string>> = {
  limits: () => table(['Dependency', 'Limit', 'Value'], limits()),
  retention: () => table(['Rows', 'Retention', 'Why'], retained()),
};

/** The page with updated tables between `<!-- name -->` and `<!-- /name -->`. */
export function withTables(page: string): string {
  return Object.entries(tables).reduce(
    (text, [name, write]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\\n)[^]*?(\\n<!-- /${name} -->)`),
        (_, begin: string, end: string) => begin + write() + end,
      ),
    page,
  );
}
