import type { DemoAdmin } from '#server/staff/demo-admin.ts';
import type { Site } from '#engine/documents/types.ts';
import { routeTable } from '#engine/routing/route-table.ts';
import type { Members } from '#server/members/index.ts';
import type { Staff } from '#server/staff/index.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';

type Row = readonly [label: string, value: string];

interface DemoBackend {
  readonly members: Pick<Members, 'demo'>;
  readonly staff: Pick<Staff, 'demoAdmin'>;
}

/** What the codes of the demo show, but for the one that is open to everybody. */
const CODES: readonly Row[] = [
  ['ANNA-50', 'an invitation by Anna'],
  ['FULL-50', 'all places reserved'],
  ['EMPTY-0', 'no place left, but the way to the waiting list'],
  ['GONE-1', 'its inviter is blocked'],
  ['LOST-1', 'its landing is missing'],
  ['COUPON-1', 'forbidden on the way visitors come'],
];

const LINKS = { valid: 'valid', expired: 'expired', altered: 'altered', stripped: 'timestamp removed' } as const;

/**
 * What there is to try out in demo mode: a code and a link for every state, where mails are, why pages are sent, and how to sign in. Only
 * what this site and its database have.
 *
 * @param url Of the start page, as a browser reaches it.
 */
export async function demoRows(
  { mode, smtpUrl }: Pick<Settings, 'mode' | 'smtpUrl'>,
  { members: { demo }, staff }: DemoBackend,
  site: Site,
  url: string,
): Promise<Row[]> {
  if (mode !== 'demo') return [];
  // A database that comes later has neither codes nor an account yet.
  const stored = await demo.codes().catch(() => new Set<string>());
  const admin = await staff.demoAdmin().then(signInBy, () => 'npm run admin -- create you@example.com');
  const codes = [[demo.houseCode(), 'open to everybody'] as const, ...CODES].filter(([code]) => stored.has(code));
  const links = demo.links().filter(({ code }) => stored.has(code));
  const { routes } = routeTable(site);
  return [
    ['Mail', smtpUrl === '' ? `${url}dev/mail` : 'sent by SMTP_URL'],
    ...labelled('Codes', codes.length === 0 ? ['npm run code -- create --places 100'] : codes.map(sayCode)),
    ...labelled(
      'Links',
      links.map((link) => `${link.url}  (${LINKS[link.shows]})`),
    ),
    ...(routes.has('/membership-interest') ? [['Apply', `${url}membership-interest`] as const] : []),
    ...(stored.has('FULL-50') && hasForm(site, 'preferences')
      ? [['Social', `${await demo.socialLink()}  (its last step, for half an hour)`] as const]
      : []),
    ['Why', `${url}?debug=open  (why a page is sent, and links to its other arms)`],
    ['Admin', `${url}admin`],
    ['', admin],
  ];
}

const hasForm = ({ journeyDocuments }: Site, form: string): boolean =>
  [...journeyDocuments.values()].some(({ forms }) => forms[form]?.page !== undefined);

const sayCode = ([code, shows]: Row): string => `${code.padEnd(12)} ${shows}`;

const labelled = (label: string, lines: readonly string[]): readonly Row[] =>
  lines.map((line, index) => [index === 0 ? label : '', line]);

function signInBy({ email, password }: DemoAdmin): string {
  return password === null
    ? `${email}  (its password was changed: npm run admin -- reset ${email})`
    : `${email}  password ${password}`;
}
