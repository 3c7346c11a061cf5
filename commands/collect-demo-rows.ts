import type { Site } from '#engine/documents/types.ts';
import type { Backend } from '#server/app/backend.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { DemoAdmin } from '#server/staff/create-demo-admin.ts';
import type { Staff } from '#server/staff/index.ts';

type Row = readonly [label: string, value: string];

interface DemoBackend extends Pick<Backend, 'plugins'> {
  readonly staff: Pick<Staff, 'createDemoAdmin'>;
}

/**
 * What can be tried in demo mode: features of the journeys, mails, the debug bar, and the sign-in. Limited to what the site and its database contain.
 *
 * @param url of the start page, as browsers reach it
 */
export async function collectDemoRows(
  { mode, smtpUrl }: Pick<Settings, 'mode' | 'smtpUrl'>,
  { plugins, staff }: DemoBackend,
  site: Site,
  url: string,
): Promise<Row[]> {
  if (mode !== 'demo') return [];
  // A database that is not ready has no account yet.
  const admin = await staff.createDemoAdmin().then(signInBy, () => 'npm run admin -- create you@example.com');
  return [
    ['Mail', smtpUrl === '' ? `${url}dev/mail` : 'sent by SMTP_URL'],
    ...(await plugins.demoRows(site, url)),
    ['Why', `${url}?debug=open  (why a page is sent, and links to its other variations)`],
    ['Admin', `${url}admin`],
    ['', admin],
  ];
}

function signInBy({ email, password }: DemoAdmin): string {
  return password === null
    ? `${email}  (its password was changed: npm run admin -- reset ${email})`
    : `${email}  password ${password}`;
}
