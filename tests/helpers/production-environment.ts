/**
 * What a server needs to run in production mode beside a test, which may put anything before it and call it by any name. No recipient gets
 * mails unless `SMTP_URL` is set and `MAIL` is empty. All visitors of a test come from one address.
 */
export const productionEnvironment = {
  VITRINE_MODE: 'production',
  ENVIRONMENT: 'test',
  SECRET: 'a secret of tests that is long enough to be one',
  MAIL: 'none',
  LOG_LEVEL: 'info',
  SHUTDOWN_DELAY_SECONDS: '0',
  DATABASE_MIGRATIONS: 'at-start',
  RATE_LIMIT_DYNAMIC_REQUESTS: '999999 per 1 s',
} as const;

/**
 * The same for a site with the codes and members of the demo behind a proxy, through which each visitor has an address of their own.
 *
 * @param env Further settings
 */
export function productionBehindProxy(env: Readonly<Record<string, string | undefined>>, port: string) {
  return {
    ...productionEnvironment,
    ...(env['SMTP_URL'] && { MAIL: '' }),
    PORT: port,
    PUBLIC_ORIGIN: `http://127.0.0.1:${env['PORT'] ?? port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    ...env,
  };
}
