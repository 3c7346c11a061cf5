import type { DemoAdmin } from '#server/staff/demo-admin.ts';
import type { Backend } from '#server/backend.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';

type Row = readonly [label: string, value: string];

/** What there is to try out in demo mode: a code and a link for every state, where mails are, why pages are sent, and how to sign in. */
export async function demoRows(
  { mode, smtpUrl }: Settings,
  { members: { demo }, staff }: Pick<Backend, 'members' | 'staff'>,
  url: string,
): Promise<Row[]> {
  if (mode !== 'demo') return [];
  const links = demo.links();
  // A database that comes later has no account yet.
  const admin = await staff.demoAdmin().then(signInBy, () => 'npm run admin -- create you@example.com');
  const link = (shows: (typeof links)[number]['shows']): string =>
    links.find((each) => each.shows === shows)?.url ?? '';
  return [
    ['Mail', smtpUrl === '' ? `${url}dev/mail` : 'sent by SMTP_URL'],
    ['Codes', `${demo.houseCode().padEnd(12)} open to everybody`],
    ['', 'ANNA-50      an invitation by Anna'],
    ['', 'FULL-50      all places reserved'],
    ['', 'EMPTY-0      no place left, but the way to the waiting list'],
    ['', 'GONE-1       its inviter is blocked'],
    ['', 'LOST-1       its landing is missing'],
    ['', 'COUPON-1     forbidden on the way visitors come'],
    ['Links', `${link('valid')}  (valid)`],
    ['', `${link('expired')}  (expired)`],
    ['', `${link('altered')}  (altered)`],
    ['', `${link('stripped')}  (timestamp removed)`],
    ['Apply', `${url}membership-interest`],
    ['Social', `${await demo.socialLink()}  (its last step, for half an hour)`],
    ['Why', `${url}?debug=open  (why a page is sent, and links to its other arms)`],
    ['Admin', `${url}admin`],
    ['', admin],
  ];
}

function signInBy({ email, password }: DemoAdmin): string {
  return password === null
    ? `${email}  (its password was changed: npm run admin -- reset ${email})`
    : `${email}  password ${password}`;
}
