interface Renamed {
  readonly name: string;
  /** How values changed. */
  readonly values?: string;
}

/** Former names of settings. They are refused, because ignoring one would silently apply its default. */
export const renamedSettings: Readonly<Record<string, Renamed>> = {
  ACCOUNT_DISCLOSURE: {
    name: 'ACCOUNT_ENUMERATION',
    values: 'with "prevent" instead of "mail" and "allow" instead of "screen"',
  },
  ANSWER_FLOOR_MS: { name: 'MIN_RESPONSE_TIME_MS' },
  DATABASE_CONNECTIONS: { name: 'DATABASE_POOL_MAX' },
  DATABASE_WARM_CONNECTIONS: { name: 'DATABASE_POOL_MIN' },
  ERROR_REPORTS_DSN: { name: 'SENTRY_DSN' },
  GRAPHQL_OPEN: { name: 'GRAPHQL_PERSISTED_ONLY', values: 'with the opposite value' },
  LIMIT_CODE_GUESSES: { name: 'RATE_LIMIT_CODE_GUESSES' },
  LIMIT_DYNAMIC_REQUESTS: { name: 'RATE_LIMIT_DYNAMIC_REQUESTS' },
  LIMIT_EXPERIMENT_VISITORS: { name: 'RATE_LIMIT_EXPERIMENT_VISITORS' },
  LIMIT_IPV6_SITE_FACTOR: { name: 'RATE_LIMIT_IPV6_SITE_FACTOR' },
  LIMIT_LINKS: { name: 'RATE_LIMIT_LINKS' },
  LIMIT_MAILS: { name: 'RATE_LIMIT_MAILS' },
  LIMIT_REGISTRATIONS: { name: 'RATE_LIMIT_REGISTRATIONS' },
  LIMIT_REQUESTS: { name: 'RATE_LIMIT_REQUESTS' },
  LIMIT_SIGN_IN_FAILURES: { name: 'RATE_LIMIT_SIGN_IN_FAILURES' },
  LIMIT_SOCKET_CONNECTIONS: { name: 'RATE_LIMIT_SOCKET_CONNECTIONS' },
  LIMIT_SOCKET_FRAMES: { name: 'RATE_LIMIT_SOCKET_FRAMES' },
  PAGES_AHEAD: { name: 'PRECOMPILE_PAGES' },
  PAGE_MEMORY: { name: 'PAGE_CACHE_MB' },
  STOP_NOTICE: { name: 'SHUTDOWN_DELAY_SECONDS' },
};
