import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { toEpoch } from '#engine/shared/wall-time.ts';
import { containsText } from '#server/platform/database/contains-text.ts';
import type { Database, Db } from '#server/platform/database/open-database.ts';
import type { RowRange, RowPosition } from '#server/platform/database/read-page.ts';
import { DAY, toTimestamp } from '#server/platform/database/timestamp.ts';
import type { AuditPorts } from './append.ts';
import { openSealed } from './people.ts';

/** A decrypted entry. */
export interface AuditRow {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly network: string | null;
  /** Id of the subject; `null` also for an erased person. */
  readonly subject: string | null;
  readonly before: Values | null;
  readonly after: Values | null;
  /** JSON of further details. */
  readonly details: string | null;
  /** Whether it was about a person who has been erased. */
  readonly erased: boolean;
}

type Values = Readonly<Record<string, unknown>>;

export interface AuditQuestion extends RowRange {
  /** Prefix of action names, such as `code.`; empty for all. */
  readonly action: string;
  /** An admin's id, `command-line` or `visitor`; empty for all. */
  readonly actor: string;
  /** First and last day, as `2026-11-20`; empty for all. */
  readonly from?: string;
  readonly until?: string;
  /** Time zone of these days; default: UTC. */
  readonly zone?: string;
  /** Subject of entries, such as a code; empty for all. */
  readonly subject?: string;
}

/** An entry with the name of the acting admin, if any. */
export type NamedAuditRow = AuditRow & {
  readonly name: string | null;
  /** Number in its chain; 0 for entries of earlier releases. */
  readonly seq: number;
};

/** Position of a page: entries after one, or before it when paging backwards. */
interface Place {
  readonly at: string;
  readonly seq: number;
  readonly id: string;
}

/** Entries of this and earlier releases, a page of each, so that no query reads the whole log. */
function selectPage(
  { db, engine }: Database,
  question: AuditQuestion,
  { place, isBackwards }: { place: Place | null; isBackwards: boolean },
) {
  const { limit, offset = 0 } = question;
  const count = limit + (place === null ? offset : 0);
  const [first, last] = isBackwards ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const);
  return db
    .selectFrom(
      db
        .selectFrom('audit_entries')
        .leftJoin('audit_people', 'audit_people.person', 'audit_entries.person')
        .select(['id', 'at', 'seq', 'actor', 'action', 'network', 'audit_entries.person', 'details', 'sealed'])
        .select('secret')
        .select(({ fn }) => fn.coalesce('audit_entries.subject', 'audit_people.subject').as('subject'))
        .where(buildCondition(question, engine, sql.ref('audit_entries.subject'), sql.ref('audit_entries.person')))
        .where(compareWithPlace(place, sql.ref('seq'), isBackwards))
        .orderBy('at', first)
        .orderBy('seq', first)
        .orderBy('id', last)
        .limit(count)
        .as('present'),
    )
    .selectAll()
    .unionAll(
      db
        .selectFrom(
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
            ])
            .where(buildCondition(question, engine, sql.ref('subject'), null))
            .where(compareWithPlace(place, sql`0`, isBackwards))
            .orderBy('at', first)
            .orderBy('id', last)
            .limit(count)
            .as('earlier'),
        )
        .selectAll(),
    );
}

/** Comparing the time separately lets both engines use an index. */
function compareWithPlace(place: Place | null, seq: RawBuilder<unknown>, isBackwards: boolean): Condition {
  if (place === null) return sql`1 = 1`;
  const { at, id, seq: own } = place;
  return isBackwards
    ? sql`at >= ${at} and (at > ${at} or ${seq} > ${own} or (${seq} = ${own} and id < ${id}))`
    : sql`at <= ${at} and (at < ${at} or ${seq} < ${own} or (${seq} = ${own} and id > ${id}))`;
}

/** Position of an entry, for pagination. */
export const getEntryPosition = ({ at, id, seq }: NamedAuditRow): RowPosition => ({ value: at, id: `${seq}.${id}` });

function parsePlace(position: RowPosition | undefined): Place | null {
  if (position === undefined) return null;
  const [, seq = '0', id = ''] = /^(\d{1,15})\.(.*)$/.exec(position.id) ?? [];
  return { at: String(position.value), seq: Number(seq), id };
}

type Condition = RawBuilder<SqlBool>;

/** @param person column with the person of an entry, if its table has one */
function buildCondition(
  { action, actor, from = '', until = '', zone = 'UTC', subject = '' }: AuditQuestion,
  engine: Database['engine'],
  subjectColumn: RawBuilder<unknown>,
  person: RawBuilder<unknown> | null,
): Condition {
  const word = action.toLowerCase().replaceAll(/[^a-z.-]/g, '');
  const [first, end] = [parseStart(from, zone), parseStart(until, zone, 1)];
  const about = containsText(engine, subjectColumn, subject);
  return sql.join(
    [
      sql`1 = 1`,
      ...(word === '' ? [] : [sql`action like ${`${word}%`}`]),
      ...(actor === '' ? [] : [sql`actor = ${actor}`]),
      ...(first === null ? [] : [sql`at >= ${toTimestamp(first)}`]),
      ...(end === null ? [] : [sql`at < ${toTimestamp(end)}`]),
      ...(subject.trim() === ''
        ? []
        : [
            person === null
              ? about
              : sql`(${about} or ${person} in (select known.person from audit_people as known where ${containsText(engine, sql.ref('known.subject'), subject)}))`,
          ]),
    ],
    sql` and `,
  );
}

interface KnownActions {
  readonly actions: Set<string>;
  /** Time of the newest entry read. */
  at: string;
}

/** Cached action names by database; the log only grows, so only new entries are scanned. */
const knownActions = new WeakMap<Db, KnownActions>();
/** Milliseconds by which entries may be committed out of order. */
const MAX_LATE_MS = 3_600_000;

/** All action names, sorted. */
async function listActions(db: Db): Promise<readonly string[]> {
  const known = knownActions.get(db) ?? { actions: new Set<string>(), at: '' };
  knownActions.set(db, known);
  const since = known.at === '' ? '' : toTimestamp(Date.parse(known.at) - MAX_LATE_MS);
  const added = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => ['action', fn.max('at').as('at')])
    .where('at', '>=', since)
    .groupBy('action')
    .unionAll(
      db
        .selectFrom('audit_log')
        .select(({ fn }) => ['action', fn.max('at').as('at')])
        .where('at', '>=', since)
        .groupBy('action'),
    )
    .execute();
  for (const { action, at } of added) {
    known.actions.add(action);
    if (at > known.at) known.at = at;
  }
  return [...known.actions].toSorted();
}

/** Newest entries first. */
export async function readAudit(ports: AuditPorts, limit: number): Promise<readonly AuditRow[]> {
  const { rows } = await searchAudit(ports, { action: '', actor: '', offset: 0, limit });
  return rows;
}

/** Entries, newest first, paginated, and all action names. */
export async function searchAudit(
  ports: AuditPorts,
  question: AuditQuestion,
): Promise<{ readonly rows: readonly NamedAuditRow[]; readonly total: number; readonly actions: readonly string[] }> {
  const { db, engine } = ports.database;
  const { offset = 0, limit, after, before } = question;
  const isBackwards = after === undefined && before !== undefined;
  const place = parsePlace(after ?? before);
  const [first, last] = isBackwards ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const);
  const found = await db
    .selectFrom(selectPage(ports.database, question, { place, isBackwards }).as('entry'))
    .leftJoin('admins', 'admins.id', 'entry.actor')
    .selectAll('entry')
    .select('admins.name')
    .orderBy('entry.at', first)
    .orderBy('entry.seq', first)
    .orderBy('entry.id', last)
    .offset(place === null ? offset : 0)
    .limit(limit)
    .execute();
  const rows = isBackwards ? found.toReversed() : found;
  // The first page has the number of all entries beside it; files are read without it.
  if (question.countUpTo === 0) return { rows: rows.map((row) => readable(ports, row)), total: 0, actions: [] };
  const { present, earlier } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('audit_entries')
        .select(sql<number>`count(*)`.as('count'))
        .where(buildCondition(question, engine, sql.ref('subject'), sql.ref('person')))
        .as('present'),
      selectFrom('audit_log')
        .select(sql<number>`count(*)`.as('count'))
        .where(buildCondition(question, engine, sql.ref('subject'), null))
        .as('earlier'),
    ])
    .executeTakeFirstOrThrow();
  return {
    rows: rows.map((row) => readable(ports, row)),
    total: Number(present) + Number(earlier),
    actions: await listActions(db),
  };
}

/** Milliseconds since the epoch, plus some days; `null` for an invalid day or another century. */
function parseStart(day: string, zone: string, later = 0): number | null {
  if (!/^20\d\d-\d\d-\d\d$/.test(day)) return null;
  const start = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(start)) return null;
  // Added on the calendar: not every day has 24 hours.
  return toEpoch(`${new Date(start + later * DAY).toISOString().slice(0, 10)}T00:00`, zone);
}

type StoredRow = Omit<NamedAuditRow, 'before' | 'after' | 'erased'> & {
  readonly person: string | null;
  readonly sealed: string | null;
  readonly secret: string | null;
};

function readable(ports: AuditPorts, { seq: stored, person, sealed, secret, ...rest }: StoredRow): NamedAuditRow {
  // PostgreSQL returns 64-bit integers as text.
  const seq = Number(stored);
  const row = { ...rest, seq };
  // Earlier releases stored details only.
  if (seq === 0) return { ...row, before: null, after: null, erased: false };
  const content = person === null ? row.details : openSealed(ports, { id: row.id, person, sealed, secret });
  // Checked edge: written by `append`.
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
