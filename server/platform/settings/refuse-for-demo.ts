import type { SettingName } from './table.ts';
import { isLocalDatabase, isLocalHost } from './local-host.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const orProduction =
  'it shows its mails, prints its codes and the password of its admin. Leave this out, or set VITRINE_MODE to "production".';

/** Settings for servers that are reachable or shared, with the values allowed in demo mode and the reason (decision 043). */
const refused: readonly (readonly [
  name: SettingName,
  isSafe: (value: string, env: Environment) => boolean,
  why: string,
])[] = [
  ['HOST', isLocalHost, `Demo mode answers only this machine: ${orProduction}`],
  ['PUBLIC_ORIGIN', isOriginOfThisMachine, `Demo mode answers only this machine: ${orProduction}`],
  ['TRUSTED_PROXIES', () => false, `Demo mode does not answer through a proxy: ${orProduction}`],
  [
    'METRICS_HOST',
    (value, { METRICS_PORT: port }) => isLocalHost(value) || !port || port === 'public',
    'Demo mode answers only this machine. Leave this out, or set VITRINE_MODE to "production".',
  ],
  ...(['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const).map(
    (name) =>
      [
        name,
        (value: string, { PGHOST }: Environment) => isLocalDatabase(value, PGHOST),
        'Demo mode writes codes, members and an admin of its own, so it takes a database of this machine alone. Leave this out, or set VITRINE_MODE to "production".',
      ] as const,
  ),
  [
    'SMTP_URL',
    isOriginOfThisMachine,
    'Links in mails of the demo lead to this machine, so it takes a mail server of this machine alone. Leave this out to read mails at /dev/mail, or set VITRINE_MODE to "production".',
  ],
];

/** Reports settings that make a demo server reachable, or connect it to shared services. */
export function refuseForDemo(environment: Environment, complain: (name: SettingName, message: string) => void): void {
  if (environment['ENVIRONMENT'] === 'production')
    complain(
      'VITRINE_MODE',
      'The environment "production" never runs in demo mode. Leave VITRINE_MODE out or set it to "production".',
    );
  for (const [name, isSafe, why] of refused) {
    const value = environment[name];
    if (value && !isSafe(value, environment)) complain(name, why);
  }
}

/** Non-URLs are reported by the settings table. */
function isOriginOfThisMachine(value: string): boolean {
  const url = URL.parse(value);
  return url === null || isLocalHost(url.hostname);
}
