import type { Db } from '#server/platform/database/open-database.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import type { RevisionsTable } from '#server/site/tables.ts';
import { isLive } from './overrides.ts';
import type { PublicationPorts } from './ports.ts';
import type { ContentPath, Publications, Revision, RevisionSummary } from './publications.ts';

/** Published revisions with times and authors. */
export function createHistory({
  database: { db },
  clock,
  project,
}: PublicationPorts): Pick<Publications, 'listRevisions' | 'readRevision' | 'readRevisions' | 'listExperimentChanges'> {
  return {
    async listRevisions({ limit, offset, path, within }) {
      let matching = db.selectFrom('revisions');
      if (path !== undefined)
        matching = matching.where('id', 'in', (eb) =>
          eb.selectFrom('revision_files').select('revision').where('path', '=', path),
        );
      if (within !== undefined)
        matching = matching
          .where('goes_live_at', '>=', toTimestamp(within.from))
          .where('goes_live_at', '<', toTimestamp(within.to));
      const { total } = await matching.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow();
      const rows = await matching.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
      const paths = await readPaths(
        db,
        rows.map(({ id }) => id),
      );
      return { revisions: rows.map((row) => summary(row, paths.get(row.id) ?? [], clock.now())), total: Number(total) };
    },

    async listExperimentChanges(experiment) {
      const rows = await db
        .selectFrom('revisions')
        .innerJoin('experiment_changes as change', 'change.revision', 'revisions.id')
        .select(['change.revision', 'change.begins_phase', 'revisions.goes_live_at', 'revisions.note'])
        .where('change.experiment', '=', experiment)
        .where((eb) => isLive(eb, clock.now()))
        .orderBy('revisions.goes_live_at', 'desc')
        .orderBy('revisions.id', 'desc')
        .execute();
      const first = rows.findIndex((row) => row.begins_phase === 1);
      return rows.slice(0, first < 0 ? rows.length : first + 1).map((row) => ({
        revision: row.revision,
        at: Date.parse(row.goes_live_at),
        note: row.note,
        beginsPhase: row.begins_phase === 1,
      }));
    },

    async readRevision(id) {
      const rows = await db.selectFrom('revisions').selectAll().where('id', '=', id).execute();
      return (await withFiles(rows))[0] ?? null;
    },

    async readRevisions(limit) {
      return withFiles(await db.selectFrom('revisions').selectAll().orderBy('id', 'desc').limit(limit).execute());
    },
  };

  async function withFiles(rows: readonly RevisionsTable[]): Promise<readonly Revision[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const all = await db
      .selectFrom('revision_files')
      .select(['revision', 'path', 'base', 'content', 'is_released'])
      .where('revision', 'in', ids)
      .orderBy('path')
      .execute();
    const build = await project.files();
    const filesByRevision = Map.groupBy(all, ({ revision }) => revision);
    return rows.map((row) => {
      const files = (filesByRevision.get(row.id) ?? []).map(({ path, base, content, is_released: isReleased }) => ({
        path,
        before: base,
        after: isReleased === 1 ? (build.get(path) ?? null) : content,
      }));
      const paths = files.map(({ path }) => path);
      return { ...summary(row, paths, clock.now()), files };
    });
  }
}

function summary(row: RevisionsTable, paths: readonly ContentPath[], now: number): RevisionSummary {
  const createdAt = Date.parse(row.created_at);
  const goesLiveAt = Date.parse(row.goes_live_at);
  const isScheduled = goesLiveAt > now && goesLiveAt !== createdAt;
  return {
    id: row.id,
    note: row.note,
    author: row.author,
    createdAt,
    goesLiveAt,
    state: row.withdrawn_at !== null ? 'withdrawn' : isScheduled ? 'scheduled' : 'live',
    restores: row.restores,
    paths,
  };
}

async function readPaths(db: Db, revisions: readonly number[]): Promise<ReadonlyMap<number, readonly ContentPath[]>> {
  if (revisions.length === 0) return new Map();
  const rows = await db
    .selectFrom('revision_files')
    .select(['revision', 'path'])
    .where('revision', 'in', revisions)
    .orderBy('path')
    .execute();
  const paths = new Map<number, ContentPath[]>();
  for (const { revision, path } of rows) paths.set(revision, [...(paths.get(revision) ?? []), path]);
  return paths;
}
