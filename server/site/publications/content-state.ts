import { type Kysely, sql } from 'kysely';
import type { Database, Db, Transaction } from '#server/platform/database/open-database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import { type BuildFiles, isLive, type Overlay, type Overrides, buildOverlay, readOverrides } from './overrides.ts';
import type { FileContent, ContentPath } from './publications.ts';
import type { PublicationPorts } from './ports.ts';

/** The live content as read; transactions compare `marker` before they write. */
export interface ContentState {
  readonly marker: string;
  /** Time of reading in milliseconds since the epoch; not before the newest live revision. */
  readonly now: number;
  readonly build: BuildFiles;
}

/** Effect of a publication on a file. */
export interface FileChange {
  readonly content: FileContent;
  readonly isReleased: boolean;
}

export type FileChanges = ReadonlyMap<ContentPath, FileChange>;

export async function readState({ database, clock, project }: PublicationPorts): Promise<ContentState> {
  const marker = await readMarker(database.db);
  const { newest } = await database.db
    .selectFrom('revisions')
    .select((eb) => eb.fn.max('goes_live_at').as('newest'))
    .where((eb) => isLive(eb, clock.now()))
    .executeTakeFirstOrThrow();
  // The clock of another node may be ahead; later revisions must sort after its revisions.
  const now = Math.max(clock.now(), newest === null ? 0 : Date.parse(newest));
  return { marker, now, build: await project.files() };
}

/** Changes with each publication and withdrawal. */
export async function readMarker(db: Kysely<Tables>): Promise<string> {
  const row = await db
    .selectFrom('revisions')
    .select((eb) => [eb.fn.max('id').as('id'), eb.fn.countAll().as('count'), eb.fn.max('created_at').as('at')])
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow();
  return `${row.id} ${row.count} ${row.at}`;
}

/** Live content at a time that overrides the build's files. */
export async function readOverlay(db: Db, build: BuildFiles, at: number): Promise<Overlay> {
  return buildOverlay(build, await readOverrides(db, (eb) => isLive(eb, at)));
}

/**
 * Future content if these changes went live at a time: at that time, and at each later scheduled revision.
 *
 * @param without number of a revision to be ignored
 */
export async function readFuture(
  { database: { db } }: PublicationPorts,
  build: BuildFiles,
  at: number,
  changes: FileChanges,
  without = 0,
): Promise<readonly Overlay[]> {
  const later = await db
    .selectFrom('revisions')
    .select('goes_live_at')
    .distinct()
    .where('withdrawn_at', 'is', null)
    .where('id', '<>', without)
    .where('goes_live_at', '>', toTimestamp(at))
    .whereRef('goes_live_at', '<>', 'created_at')
    .orderBy('goes_live_at')
    .execute();
  const overlays: Overlay[] = [];
  for (const instant of [at, ...later.map((row) => Date.parse(row.goes_live_at))]) {
    const overrides = await readOverrides(db, (eb) => eb.and([isLive(eb, instant), eb('revisions.id', '<>', without)]));
    overlays.push(withChanges(build, overrides, at, changes));
  }
  return overlays;
}

function withChanges(build: BuildFiles, overrides: Overrides, at: number, changes: FileChanges): Overlay {
  const overlay = new Map(buildOverlay(build, overrides));
  for (const [path, { content, isReleased }] of changes) {
    if ((overrides.get(path)?.goesLiveAt ?? 0) > at) continue;
    const changed = isReleased ? (build.get(path) ?? null) : content;
    if (changed === (build.get(path) ?? null)) overlay.delete(path);
    else overlay.set(path, changed);
  }
  return overlay;
}

/** `publ` in ASCII. */
const LOCK = 0x7075_626c;

/** Locks the revisions. The embedded database has a single writer anyway. */
export async function holdRevisions(engine: Database['engine'], tx: Transaction): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
}
