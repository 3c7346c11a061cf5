import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { wallTimeToEpoch } from '#engine/shared/wall-time.ts';
import { containsText } from '#server/platform/database/contains-text.ts';
import type { Database, Db } from '#server/platform/database/open-database.ts';
import type { RowRange, RowPosition } from '#server/platform/database/read-page.ts';
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

export interface AuditQuestion extends RowRange {
  /** Beginning of an action's name, such as `code.`; empty for all. */
  readonly action: string;
  /** An admin's id, `command-line` or `visitor`; empty for all. */
  readonly actor: string;
  /** First and last day, as `2026-11-20`; empty for all. */
  readonly from?: string;
  readonly until?: string;
  /** Where these days begin; in UTC when left out. */
  readonly zone?: string;
  /** What entries are about, such as a code; empty for all. */
  readonly subject?: string;
}

/** An entry, with the name of the admin who did it as far as there is one. */
export type NamedAuditRow = AuditRow & {
  readonly name: string | null;
  /** Number in its chain; 0 for entries of earlier releases. */
  readonly seq: number;
};

/** Where a page begins: entries behind one, or before it when the page is read backwards. */
interface Place {
  readonly at: string;
  readonly seq: number;
  readonly id: string;
}

/** Entries of this release and of earlier ones, as many of each as a page has: no page reads the whole log. */
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

/** The comparison of the time alone lets every engine begin at the right place of its index. */
function compareWithPlace(place: Place | null, seq: RawBuilder<unknown>, isBackwards: boolean): Condition {
  if (place === null) return sql`1 = 1`;
  const { at, id, seq: own } = place;
  return isBackwards
    ? sql`at >= ${at} and (at > ${at} or ${seq} > ${own} or (${seq} = ${own} and id < ${id}))`
    : sql`at <= ${at} and (at < ${at} or ${seq} < ${own} or (${seq} = ${own} and id > ${id}))`;
}

/** Where an entry stands in the log, for the pages beside it. */
export const getEntryPosition = ({ at, id, seq }: NamedAuditRow): RowPosition => ({ value: at, id: `${seq}.${id}` });

function parsePlace(position: RowPosition | undefined): Place | null {
  if (position === undefined) return null;
  const [, seq = '0', id = ''] = /^(\d{1,15})\.(.*)$/.exec(position.id) ?? [];
  return { at: String(position.value), seq: Number(seq), id };
}

type Condition = RawBuilder<SqlBool>;

/** @param person Column of the person whom an entry is about, where its table has one. */
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
      ...(first === null ? [] : [sql`at >= ${timestamp(first)}`]),
      ...(end === null ? [] : [sql`at < ${timestamp(end)}`]),
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
  /** Of the newest entry that was looked at. */
  at: string;
}

/** Names of actions by database: a log only grows, so that they are looked for among what was added. */
const knownActions = new WeakMap<Db, KnownActions>();
/** Milliseconds by which an entry may be older than one that is already there: clocks and transactions. */
const MAX_LATE_MS = 3_600_000;

/** The names of all actions that there are, in their order. */
async function listActions(db: Db): Promise<readonly string[]> {
  const known = knownActions.get(db) ?? { actions: new Set<string>(), at: '' };
  knownActions.set(db, known);
  const since = known.at === '' ? '' : timestamp(Date.parse(known.at) - MAX_LATE_MS);
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

/** The newest entries first. */
export async function readAudit(ports: AuditPorts, limit: number): Promise<readonly AuditRow[]> {
  const { rows } = await searchAudit(ports, { action: '', actor: '', offset: 0, limit });
  return rows;
}

/** Who did what, the newest first, a page at a time, and the names of all actions that there are. */
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

/** Milliseconds since the epoch, some days later; `null` for what is not a day of this century. */
function parseStart(day: string, zone: string, later = 0): number | null {
  if (!/^20\d\d-\d\d-\d\d$/.test(day)) return null;
  const start = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(start)) return null;
  // On the calendar first: not every day has 24 hours.
  return wallTimeToEpoch(`${new Date(start + later * DAY).toISOString().slice(0, 10)}T00:00`, zone);
}

type StoredRow = Omit<NamedAuditRow, 'before' | 'after' | 'erased'> & {
  readonly person: string | null;
  readonly sealed: string | null;
  readonly secret: string | null;
};

function readable(ports: AuditPorts, { seq: stored, person, sealed, secret, ...rest }: StoredRow): NamedAuditRow {
  // PostgreSQL sends what is longer than 32 bits as text.
  const seq = Number(stored);
  const row = { ...rest, seq };
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
