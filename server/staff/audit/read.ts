import { sql } from 'kysely';
import { wallTimeToEpoch } from '#engine/base/wall-time.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { DAY, timestamp } from '#server/platform/database/timestamp.ts';
import type { AuditPorts } from './append.ts';
import { openSealed } from './people.ts';

/** An entry as it is read. */
export interface AuditRow {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly network: string | null;
  /** Id of what or whom it is about; `null` also for a person who was erased. */
  readonly subject: string | null;
  readonly before: Values | null;
  readonly after: Values | null;
  /** JSON of what else there is to say. */
  readonly details: string | null;
  /** It was about a person, and nobody knows any more about whom. */
  readonly erased: boolean;
}

type Values = Readonly<Record<string, unknown>>;

export interface AuditQuestion {
  /** Beginning of an action's name, such as `code.`; empty for all. */
  readonly action: string;
  /** An admin's id, `command-line` or `visitor`; empty for all. */
  readonly actor: string;
  /** First and last day, as `2026-11-20`; empty for all. */
  readonly from?: string;
  readonly until?: string;
  /** Where these days begin; in UTC when left out. */
  readonly zone?: string;
  readonly offset: number;
  readonly limit: number;
}

/** An entry, with the name of the admin who did it as far as there is one. */
export type NamedAuditRow = AuditRow & { readonly name: string | null };

/** Entries of this release and of earlier ones. */
const everything = (db: Db) =>
  db
    .selectFrom('audit_entries')
    .leftJoin('audit_people', 'audit_people.person', 'audit_entries.person')
    .select(['id', 'at', 'seq', 'actor', 'action', 'network', 'audit_entries.person', 'details', 'sealed', 'secret'])
    .select(({ fn }) => fn.coalesce('audit_entries.subject', 'audit_people.subject').as('subject'))
    .unionAll(
      db
        .selectFrom('audit_log')
        .select(['id', 'at', sql<number>`0`.as('seq'), 'actor', 'action'])
        .select([
          sql<string | null>`cast(null as text)`.as('network'),
          sql<string | null>`cast(null as text)`.as('person'),
          'details',
          sql<string | null>`cast(null as text)`.as('sealed'),
          sql<string | null>`cast(null as text)`.as('secret'),
          'subject',
        ]),
    );

/** The newest entries first. */
export async function readAudit(ports: AuditPorts, limit: number): Promise<readonly AuditRow[]> {
  const { rows } = await searchAudit(ports, { action: '', actor: '', offset: 0, limit });
  return rows;
}

/** Who did what, the newest first, a page at a time, and the names of all actions that there are. */
export async function searchAudit(
  ports: AuditPorts,
  { action, actor, from = '', until = '', zone = 'UTC', offset, limit }: AuditQuestion,
): Promise<{ readonly rows: readonly NamedAuditRow[]; readonly total: number; readonly actions: readonly string[] }> {
  const { db } = ports.database;
  const word = action.toLowerCase().replaceAll(/[^a-z.-]/g, '');
  let all = db.selectFrom(everything(db).as('entry'));
  if (word !== '') all = all.where('action', 'like', `${word}%`);
  if (actor !== '') all = all.where('actor', '=', actor);
  const [first, end] = [startOf(from, zone), startOf(until, zone, 1)];
  if (first !== null) all = all.where('at', '>=', timestamp(first));
  if (end !== null) all = all.where('at', '<', timestamp(end));
  const rows = await all
    .leftJoin('admins', 'admins.id', 'entry.actor')
    .selectAll('entry')
    .select('admins.name')
    .orderBy('entry.at', 'desc')
    .orderBy('entry.seq', 'desc')
    .orderBy('entry.id')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const actions = await db
    .selectFrom(everything(db).as('entry'))
    .select('action')
    .distinct()
    .orderBy('action')
    .execute();
  return {
    rows: rows.map((row) => readable(ports, row)),
    total: Number(total),
    actions: actions.map((each) => each.action),
  };
}

/** Milliseconds since the epoch, some days later; `null` for what is not a day of this century. */
function startOf(day: string, zone: string, later = 0): number | null {
  if (!/^20\d\d-\d\d-\d\d$/.test(day)) return null;
  const start = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(start)) return null;
  // On the calendar first: not every day has 24 hours.
  return wallTimeToEpoch(`${new Date(start + later * DAY).toISOString().slice(0, 10)}T00:00`, zone);
}

type StoredRow = Omit<NamedAuditRow, 'before' | 'after' | 'erased'> & {
  readonly seq: number;
  readonly person: string | null;
  readonly sealed: string | null;
  readonly secret: string | null;
};

function readable(ports: AuditPorts, { seq, person, sealed, secret, ...row }: StoredRow): NamedAuditRow {
  // Earlier releases wrote what else there is to say alone.
  if (seq === 0) return { ...row, before: null, after: null, erased: false };
  const content = person === null ? row.details : openSealed(ports, { id: row.id, person, sealed, secret });
  // The checked edge: only `append` writes here.
  const said = (content === null ? {} : JSON.parse(content)) as Readonly<Partial<Record<string, Values>>>;
  const { before = null, after = null, details } = said;
  return {
    ...row,
    before,
    after,
    details: details === undefined ? null : JSON.stringify(details),
    erased: person !== null && content === null,
  };
}
