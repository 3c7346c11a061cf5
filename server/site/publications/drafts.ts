import { sql } from 'kysely';
import { UserError } from '#engine/shared/errors.ts';
import { identifyFinding } from '#engine/shared/finding.ts';
import { sha256 } from '#engine/shared/hash.ts';
import type { Database, Db, Transaction } from '#server/platform/database/open-database.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import { createId } from '#server/platform/tokens/random.ts';
import type { DraftSubmissionsTable } from '../tables.ts';
import { draftLimits, isContentPath, checkContent, refuseEdit } from './content-path.ts';
import { readOverlay, readState } from './content-state.ts';
import { type BuildFiles, readContentAt, listFilesUnder, hashContent, type Overlay } from './overrides.ts';
import type { PublicationPorts } from './ports.ts';
import type {
  FileContent,
  ContentPath,
  Draft,
  DraftFile,
  DraftSummary,
  Publications,
  SaveOutcome,
  DraftSubmission,
} from './publications.ts';

type DraftUseCases = Pick<
  Publications,
  | 'listDrafts'
  | 'createDraft'
  | 'readDraft'
  | 'readDrafts'
  | 'saveFiles'
  | 'revertFile'
  | 'discardDraft'
  | 'readContent'
  | 'check'
  | 'readImpact'
  | 'render'
>;

/** Drafts: changes by staff before they are published. */
export function createDrafts(ports: PublicationPorts): DraftUseCases {
  const { database, clock, random, audit, pubSub, project, personBehind } = ports;
  const { db, engine } = database;

  async function live(): Promise<{ readonly build: BuildFiles; readonly overlay: Overlay }> {
    const { build, now } = await readState(ports);
    return { build, overlay: await readOverlay(db, build, now) };
  }
  async function withChanges(listed: readonly DraftSummary[]): Promise<readonly Draft[]> {
    if (listed.length === 0) return [];
    const { build, overlay } = await live();
    const ids = listed.map(({ id }) => id);
    const files = await readDraftFiles(db, ids, (path) => readContentAt(build, overlay, path));
    return listed.map((summary) => {
      const changes = files.get(summary.id) ?? [];
      return { ...summary, files: changes.length, changes, seen: hashDraftFiles(changes) };
    });
  }
  /** Stores the person behind an API token, which may be revoked before publication. */
  async function touch(tx: Transaction, draft: string, author: string): Promise<void> {
    await tx
      .insertInto('draft_authors')
      .values({ draft, author })
      .onConflict((known) => known.doNothing())
      .execute();
    await tx
      .updateTable('drafts')
      .set({ changed_at: getCurrentTimestamp(clock) })
      .where('id', '=', draft)
      .execute();
  }

  return {
    listDrafts: () => listSummaries(db, {}),

    async createDraft({ name, actor }) {
      const id = createId(random);
      const now = getCurrentTimestamp(clock);
      const named = name.trim();
      if (named === '' || named.length > 120) throw new UserError('The name of a draft has 1 to 120 characters.');
      await withTransaction(database, async (tx) => {
        await tx
          .insertInto('drafts')
          .values({ id, name: named, created_by: actor, created_at: now, changed_at: now })
          .execute();
        await audit(tx, { actor, action: 'draft.create', subject: id, details: { name: named } });
      });
      pubSub.publishDebounced(topics.publications);
      const at = Date.parse(now);
      return { id, name: named, createdBy: actor, createdAt: at, changedAt: at, files: 0, submission: null };
    },

    async readDraft(id) {
      return (await withChanges(await listSummaries(db, { id })))[0] ?? null;
    },

    readDrafts: async (limit) => withChanges(await listSummaries(db, { limit })),

    async saveFiles({ draft, files, actor }) {
      for (const { path, content } of files) {
        const refusal = checkContent(path, content);
        if (refusal !== null) return refusal;
      }
      const [person, { build, overlay }] = [await personBehind(actor), await live()];
      const liveAt = (path: ContentPath): FileContent => readContentAt(build, overlay, path);
      const outcome = await withTransaction<SaveOutcome>(database, async (tx, undo) => {
        if (!(await holdDraft(engine, tx, draft))) return { code: 'NO_DRAFT' };
        if (files.length === 0) return { code: 'SAVED' };
        const paths = files.map(({ path }) => path);
        const stored = new Map((await readChangedFiles(tx, draft, liveAt, paths)).map((file) => [file.path, file]));
        // Sent again, because its answer was lost: nothing is overwritten.
        if (files.every(({ path, content }) => stored.get(path)?.content === content)) return { code: 'SAVED' };
        for (const { path, version, seen } of files) {
          const file = stored.get(path);
          const isSeen = seen === undefined || seen === hashContent((file ? file.content : liveAt(path)) ?? undefined);
          if (isSeen && (file?.version ?? 0) === version) continue;
          return {
            code: 'CONFLICT',
            file: file ?? { ...unchanged(path, liveAt(path)), changedBy: actor, changedAt: clock.now() },
          };
        }
        await tx
          .insertInto('draft_files')
          .values(
            files.map(({ path, content, version, base = liveAt(path) }) => ({
              draft,
              path,
              base,
              content,
              version: version + 1,
              changed_by: actor,
              changed_at: getCurrentTimestamp(clock),
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(['draft', 'path']).doUpdateSet((eb) => ({
              content: eb.ref('excluded.content'),
              version: eb.ref('excluded.version'),
              changed_by: eb.ref('excluded.changed_by'),
              changed_at: eb.ref('excluded.changed_at'),
            })),
          )
          .execute();
        const size = await readDraftSize(tx, draft);
        const [path = ''] = paths;
        if (size.files > draftLimits.files)
          return undo(refuseEdit('size', path, `A draft holds ${draftLimits.files} files. Publish this one first.`));
        if (size.bytes > draftLimits.draftBytes)
          return undo(
            refuseEdit(
              'size',
              path,
              `A draft holds ${draftLimits.draftBytes / 1024 / 1024} MB. Publish this one first.`,
            ),
          );
        await touch(tx, draft, person);
        return { code: 'SAVED' };
      });
      if (outcome.code === 'SAVED' && files.length > 0) pubSub.publishDebounced(topics.publications);
      return outcome;
    },

    async revertFile({ draft, path, actor, seen }) {
      const person = await personBehind(actor);
      const isGone = await withTransaction<boolean>(database, async (tx, undo) => {
        if (!(await holdDraft(engine, tx, draft))) return false;
        const file = tx.deleteFrom('draft_files').where('draft', '=', draft).where('path', '=', path);
        const gone = await file.returning('content').executeTakeFirst();
        if (gone === undefined) return false;
        if (seen !== undefined && seen !== hashContent(gone.content ?? undefined)) return undo(false);
        await touch(tx, draft, person);
        await audit(tx, { actor, action: 'draft.revert', subject: draft, details: { path } });
        return true;
      });
      if (isGone) pubSub.publishDebounced(topics.publications);
      return isGone;
    },

    async discardDraft({ draft, actor }) {
      const isGone = await withTransaction(database, async (tx) => {
        const { numDeletedRows } = await tx.deleteFrom('drafts').where('id', '=', draft).executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await audit(tx, { actor, action: 'draft.discard', subject: draft });
        return true;
      });
      if (isGone) pubSub.publishDebounced(topics.publications);
      return isGone;
    },

    async readContent(draft) {
      const { build, overlay } = await live();
      const changes = draft === undefined ? [] : await readChangedFiles(db, draft, () => null);
      const files = listFilesUnder(build, new Map([...overlay, ...buildDraftOverlay(changes)]));
      return new Map([...files].filter(([path]) => isContentPath(path)));
    },

    async render(draft, page, edited = new Map()) {
      const { overlay } = await live();
      const changes = buildDraftOverlay(await readChangedFiles(db, draft, () => null));
      const files = [...edited].filter(([path, content]) => checkContent(path, content) === null);
      return project.render(new Map([...overlay, ...changes, ...files]), page);
    },

    async readImpact(draft, view) {
      const { overlay } = await live();
      const changes = buildDraftOverlay(await readChangedFiles(db, draft, () => null));
      return project.readImpact(overlay, new Map([...overlay, ...changes]), view);
    },

    async check(draft, edited = new Map()) {
      const { overlay } = await live();
      const changes = buildDraftOverlay(await readChangedFiles(db, draft, () => null));
      const [now = [], then = []] = await project.inspect([overlay, new Map([...overlay, ...changes, ...edited])]);
      const known = new Set(now.map(identifyFinding));
      const warnings = then.filter(({ severity }) => severity === 'warning');
      return {
        errors: then.filter(({ severity }) => severity === 'error'),
        warnings,
        newWarnings: warnings.filter((finding) => !known.has(identifyFinding(finding))),
      };
    },
  };
}

export const hashDraftFiles = (files: readonly DraftFile[]): string =>
  sha256(JSON.stringify(files.map(({ path, content, live }) => [path, content, live])));

export const buildDraftOverlay = (files: readonly DraftFile[]): Overlay =>
  new Map(files.map(({ path, content }) => [path, content]));

/** A file without changes in the draft. */
const unchanged = (path: ContentPath, live: FileContent) => ({ path, content: live, base: live, live, version: 0 });

/** All authors of a draft; a release stored only the author of the last change. */
export async function readAuthors(db: Db, draft: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('draft_authors')
    .select('author')
    .where('draft', '=', draft)
    .union(db.selectFrom('draft_files').select('changed_by as author').where('draft', '=', draft))
    .execute();
  return new Set(rows.map(({ author }) => author));
}

/** Locks a draft for the transaction; returns whether it exists. */
export async function holdDraft(engine: Database['engine'], tx: Transaction, draft: string): Promise<boolean> {
  const query = tx.selectFrom('drafts').select('id').where('id', '=', draft);
  return (await (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst()) !== undefined;
}

/** All or some files of a draft, by path. */
export async function readChangedFiles(
  db: Db,
  draft: string,
  live: (path: ContentPath) => FileContent,
  only?: readonly ContentPath[],
): Promise<readonly DraftFile[]> {
  return (await readDraftFiles(db, [draft], live, only)).get(draft) ?? [];
}

/** Files of several drafts, by draft id. */
async function readDraftFiles(
  db: Db,
  drafts: readonly string[],
  live: (path: ContentPath) => FileContent,
  only?: readonly ContentPath[],
): Promise<ReadonlyMap<string, readonly DraftFile[]>> {
  let query = db.selectFrom('draft_files').selectAll().where('draft', 'in', drafts);
  if (only !== undefined) query = query.where('path', 'in', only);
  const rows = await query.orderBy('path').execute();
  const files = Map.groupBy(rows, ({ draft }) => draft);
  return new Map(
    [...files].map(([draft, all]) => [
      draft,
      all.map(({ path, content, base, version, changed_by: changedBy, changed_at: changedAt }) => ({
        path,
        content,
        base,
        live: live(path),
        version,
        changedBy,
        changedAt: Date.parse(changedAt),
      })),
    ]),
  );
}

/** A draft, or the newest ones, without their files. */
export async function listSummaries(
  db: Db,
  { id, limit }: { readonly id?: string; readonly limit?: number },
): Promise<readonly DraftSummary[]> {
  let query = db
    .selectFrom('drafts')
    .leftJoin('draft_submissions as submission', 'submission.draft', 'drafts.id')
    .select(['drafts.id', 'drafts.name', 'drafts.created_by', 'drafts.created_at', 'drafts.changed_at'])
    .select([
      'submission.note',
      'submission.submitted_by',
      'submission.submitted_at',
      'submission.declined_by',
      'submission.declined_at',
      'submission.reason',
    ])
    .select((eb) =>
      eb
        .selectFrom('draft_files')
        .whereRef('draft_files.draft', '=', 'drafts.id')
        .select((files) => files.fn.countAll().as('count'))
        .as('files'),
    );
  if (id !== undefined) query = query.where('drafts.id', '=', id);
  if (limit !== undefined) query = query.limit(limit);
  const rows = await query.orderBy('drafts.changed_at', 'desc').orderBy('drafts.id').execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdBy: row.created_by,
    createdAt: Date.parse(row.created_at),
    changedAt: Date.parse(row.changed_at),
    files: Number(row.files),
    submission: readSubmission(row),
  }));
}

function readSubmission({
  note,
  submitted_by: by,
  submitted_at: at,
  declined_by: declinedBy,
  declined_at: declinedAt,
  reason,
}: { readonly [Column in keyof Omit<DraftSubmissionsTable, 'draft'>]: string | null }): DraftSubmission | null {
  if (note === null || by === null || at === null) return null;
  const declined =
    declinedBy === null || declinedAt === null
      ? null
      : { by: declinedBy, at: Date.parse(declinedAt), reason: reason ?? '' };
  return { by, at: Date.parse(at), note, declined };
}

export async function readDraftSize(
  db: Db,
  draft: string,
): Promise<{ readonly bytes: number; readonly files: number }> {
  const row = await db
    .selectFrom('draft_files')
    .select((eb) => eb.fn.countAll().as('files'))
    .select(sql<string | number>`coalesce(sum(octet_length(content)), 0)`.as('bytes'))
    .where('draft', '=', draft)
    .executeTakeFirstOrThrow();
  return { bytes: Number(row.bytes), files: Number(row.files) };
}
