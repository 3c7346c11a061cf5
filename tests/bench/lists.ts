import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Backend } from '#server/app/backend.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import { startPostgres } from '#tests/helpers/postgres.ts';
import { openRegistrations } from './parts/registrations.ts';
import { printTable } from './parts/table.ts';

export const summary = 'Lists of admin pages at 100,000 rows each, on both databases: the limit is 50 ms.';

const ROWS = 100_000;
const BATCH = 250;
const RUNS = 15;
const LIMIT_MS = 50;
const PAGE = { limit: 50, countUpTo: 10_000 } as const;

const firstNames = [
  'Anna',
  'Łukasz',
  'Zoë',
  'Jürgen',
  'Élodie',
  'Sören',
  'Chiara',
  'Bartłomiej',
  'Aleksandra',
  'Marie',
];
const lastNames = [
  'Kowalska',
  'Müller',
  'Schmidt',
  'Rossi',
  'Nowak',
  'Dupont',
  'de Vries',
  'Öberg',
  'Wójcik',
  'Lindqvist',
];

type Reading = readonly [name: string, read: (backend: Backend) => Promise<unknown>];

const middle = toTimestamp(Date.UTC(2026, 5, 1) - (ROWS / 2) * 60_000);
const codes = { search: '', state: null, order: 'created', descending: true, ...PAGE } as const;
const waiting = { state: 'joined', search: '', newestFirst: false, ...PAGE } as const;
const interest = { search: '', newestFirst: false, ...PAGE } as const;
const entries = { form: 'press', newestFirst: true, ...PAGE } as const;
const audit = { action: '', actor: '', ...PAGE } as const;
/** As a page asks that shows what was searched for. */
const found = { countUpTo: 1_000 } as const;
const person = { id: '8', firstName: 'Bartłomiej', lastName: 'Kowalska', country: 'DE' } as const;
const named = { address: 'visitor-7+shop@example.com', account: person } as const;
const behind = { value: middle, id: '8' } as const;

const readings: readonly Reading[] = [
  ['codes, first page', ({ members }) => members.findCodes(codes)],
  ['codes, a page in the middle', ({ members }) => members.findCodes({ ...codes, after: behind })],
  ['codes by places left', ({ members }) => members.findCodes({ ...codes, order: 'free' })],
  ['codes by last use', ({ members }) => members.findCodes({ ...codes, order: 'lastUsed' })],
  ['codes by inviter', ({ members }) => members.findCodes({ ...codes, order: 'inviter', descending: false })],
  ['codes with a part of a code', ({ members }) => members.findCodes({ ...codes, search: 'B2-9', ...found })],
  ['codes with a part of a name', ({ members }) => members.findCodes({ ...codes, search: 'artło', ...found })],
  ['codes without places', ({ members }) => members.findCodes({ ...codes, state: 'full' })],
  ['waiting list, first page', ({ members }) => members.listWaiting(waiting)],
  ['waiting list, a page in the middle', ({ members }) => members.listWaiting({ ...waiting, after: behind })],
  [
    'waiting list, part of an address',
    ({ members }) => members.listWaiting({ ...waiting, search: '999@ex', countUpTo: 50 }),
  ],
  ['applications, first page', ({ members }) => members.listInterest(interest)],
  ['applications, a page in the middle', ({ members }) => members.listInterest({ ...interest, after: behind })],
  [
    'applications, part of an address',
    ({ members }) => members.listInterest({ ...interest, search: '999@ex', countUpTo: 50 }),
  ],
  ['links of one person', ({ members }) => members.listLinks({ actor: 'clara', locale: 'en', search: '', ...PAGE })],
  ['people, half a name', ({ members }) => members.findMembers({ search: 'artło', limit: 50 })],
  ['people, name that nobody has', ({ members }) => members.findMembers({ search: 'nobody of it', limit: 50 })],
  ['people, half an address', ({ members }) => members.findMembers({ search: '99123@exa', limit: 50 })],
  ['duplicates of a person', ({ members }) => members.findDuplicates(named)],
  ['mails, first page', ({ outbox }) => outbox.find({ status: 'sent', ...PAGE })],
  ['mails, a page in the middle', ({ outbox }) => outbox.find({ status: 'sent', ...PAGE, after: behind })],
  ['failed mails by reason', ({ outbox }) => outbox.failures()],
  ['audit log, first page', ({ staff }) => staff.searchAudit(audit)],
  ['audit log, a page in the middle', ({ staff }) => staff.searchAudit({ ...audit, after: behind })],
  ['form entries, first page', ({ formEntries }) => formEntries.listEntries(entries)],
  ['form entries, a page in the middle', ({ formEntries }) => formEntries.listEntries({ ...entries, after: behind })],
  ['form entries with a failed webhook', ({ formEntries }) => formEntries.listEntries({ ...entries, isFailed: true })],
  ['failed webhooks by form', ({ formEntries }) => formEntries.deadByForm()],
  ['audit log of one colleague', ({ staff }) => staff.searchAudit({ ...audit, actor: 'clara' })],
];

export async function run(): Promise<void> {
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('PostgreSQL was not found; "npm test" installs it where it may.');
  const sqlite = await openRegistrations(undefined);
  const other = await openRegistrations(await postgres.createDatabase());
  try {
    const backends = [sqlite.backend, other.backend];
    for (const backend of backends) await fill(backend);
    const rows = [];
    let isOver = false;
    for (const [name, read] of readings) {
      const times = [];
      for (const backend of backends) times.push(await measureFastest(() => read(backend)));
      isOver ||= times.some((time) => time > LIMIT_MS);
      rows.push([name, ...times.map((time) => `${time.toFixed(1)} ms${time > LIMIT_MS ? ' !' : ''}`)]);
    }
    printTable(
      `Lists of ${ROWS.toLocaleString('en')} rows, the fastest of ${RUNS} reads`,
      ['', 'SQLite', 'PostgreSQL'],
      rows,
    );
    if (isOver) throw new Error(`A list takes longer than ${LIMIT_MS} ms.`);
  } finally {
    await sqlite.close();
    await other.close();
    await postgres.stop();
  }
}

/** Of the fastest read: what a list costs, whatever else the machine does meanwhile. */
async function measureFastest(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  await read();
  for (let each = 0; each < RUNS; each += 1) {
    const started = performance.now();
    await read();
    times.push(performance.now() - started);
  }
  return Math.min(...times);
}

async function fill({ ports: { database } }: Backend): Promise<void> {
  for (let done = 0; done < ROWS; done += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, each) => listRows(done + each));
    await database.db.transaction().execute(async (tx) => {
      const of = <Name extends keyof (typeof rows)[number]>(name: Name) => rows.map((row) => row[name]);
      await tx.insertInto('inviters').values(of('inviters')).execute();
      await tx.insertInto('registration_codes').values(of('registration_codes')).execute();
      await tx.insertInto('generated_links').values(of('generated_links')).execute();
      await tx.insertInto('members').values(of('members')).execute();
      await tx.insertInto('waiting_list').values(of('waiting_list')).execute();
      await tx.insertInto('membership_interest').values(of('membership_interest')).execute();
      await tx.insertInto('outbox').values(of('outbox')).execute();
      await tx.insertInto('audit_entries').values(of('audit_entries')).execute();
      await tx.insertInto('form_entries').values(of('form_entries')).execute();
      await tx.insertInto('webhook_deliveries').values(of('webhook_deliveries')).execute();
    });
  }
  await database.db.transaction().execute(async (tx) => {
    if (database.engine === 'postgres') await sql`set local statement_timeout = 0`.execute(tx);
    await sql`analyze`.execute(tx);
  });
}

function listRows(each: number) {
  const at = toTimestamp(Date.UTC(2026, 5, 1) - each * 60_000);
  const later = toTimestamp(Date.UTC(2027, 5, 1) - each * 60_000);
  const [inviter, member, entry, code] = [
    randomUUID(),
    randomUUID(),
    randomUUID(),
    `B${each.toString(36).toUpperCase().padStart(6, '0')}`,
  ];
  const email = `visitor-${each}@example.com`;
  const [first, last] = [firstNames[each % 10] ?? '', lastNames[Math.floor(each / 10) % 10] ?? ''];
  const address = { email, email_canonical: email, locale: 'de', country: 'DE' };
  return {
    inviters: {
      id: inviter,
      kind: 'house' as const,
      state: 'active' as const,
      first_name: first,
      email_canonical: null,
      issued: 50,
      free: each % 50,
      pending: 0,
      active: 50 - (each % 50),
      created_at: at,
      last_used_at: each % 2 === 0 ? at : null,
    },
    registration_codes: {
      code,
      label: `${code.slice(0, 3)}-${code.slice(3)}`,
      kind: 'access' as const,
      state: 'active' as const,
      inviter_id: inviter,
      landing: null,
      referrer_ban: 'none' as const,
      expires_at: each % 3 === 0 ? later : null,
      created_at: at,
    },
    generated_links: {
      code,
      base_code: code,
      created_by: each % 100 === 0 ? 'clara' : 'other',
      created_at: at,
      expires_at: later,
    },
    members: {
      ...address,
      id: member,
      state: 'active' as const,
      gender: 'woman' as const,
      first_name: first,
      last_name: last,
      code,
      inviter_id: inviter,
      voucher_variant: null,
      preferences: '["bags","shoes"]',
      shadow_of: null,
      attribution: null,
      registered_at: at,
      pending_until: later,
      activated_at: at,
    },
    waiting_list: {
      ...address,
      id: randomUUID(),
      state: 'joined' as const,
      joined_at: at,
      invited_at: null,
      invitation_code: null,
    },
    membership_interest: { ...address, id: randomUUID(), applied_at: at },
    outbox: {
      id: randomUUID(),
      message_id: `<${each}@example.com>`,
      template: 'activation',
      locale: 'de',
      recipient: email,
      recipient_canonical: email,
      member_id: member,
      content: null,
      status: each % 4 === 0 ? ('dead' as const) : ('sent' as const),
      attempts: 1,
      next_attempt_at: at,
      lease_until: null,
      last_error: each % 4 === 0 ? 'EENVELOPE 550 RCPT TO' : null,
      created_at: at,
      sent_at: at,
    },
    form_entries: {
      id: entry,
      form: 'press',
      version: 'bench',
      document: 'pages/press',
      locale: 'de',
      email_canonical: email,
      content: JSON.stringify({ name: first, email, message: 'An enquiry of some length. '.repeat(20) }),
      search_text: `${first.toLowerCase()} ${email}`,
      consents: '{}',
      query: '{}',
      attribution: null,
      sent_at: at,
      delete_at: later,
      confirm_until: null,
      confirmed_at: null,
    },
    webhook_deliveries: {
      id: randomUUID(),
      webhook: 'crm',
      entry,
      body: null,
      status: each % 100 === 0 ? ('dead' as const) : ('sent' as const),
      attempts: 1,
      next_attempt_at: at,
      lease_until: null,
      last_error: each % 100 === 0 ? 'HTTP 500' : null,
      created_at: at,
      sent_at: at,
    },
    audit_entries: {
      chain: 'deeds' as const,
      seq: ROWS - each,
      id: randomUUID(),
      month: at.slice(0, 7),
      at,
      actor: each % 100 === 0 ? 'clara' : 'visitor',
      action: 'code.create',
      network: '203.0.113.0/24',
      subject: code,
      key: 'bench',
      person: null,
      details: '{"after":{"places":10}}',
      sealed: null,
      hash: 'bench',
    },
  };
}
