import type { Selectable } from 'kysely';
import type { Db } from '#server/platform/database/open-database.ts';
import { DAY, toTimestamp, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { readOverlay, readState } from '#server/site/publications/content-state.ts';
import { listFilesUnder, type Overlay } from '#server/site/publications/overrides.ts';
import type { UploadsTable } from '#server/site/tables.ts';
import { isUploadPath, listImagePaths, buildUploadPath } from './image-paths.ts';
import type { PublicationPorts, UploadedImage } from '#server/site/publications/ports.ts';
import type { UploadUse, ImageMetadata, Upload, Uploads } from './uploads.ts';

/** Milliseconds until a use is recorded again. */
const USE_NOTED_MS = DAY;

/** Uploaded images. */
export function createUploads(ports: PublicationPorts): Uploads {
  const { database, clock, audit } = ports;
  const { db } = database;

  async function findUses(from: Db = db): Promise<ReadonlyMap<string, readonly UploadUse[]>> {
    const { build, now } = await readState(ports);
    const uses = new Map<string, UploadUse[]>();
    const note = (text: string | null, use: UploadUse): void => {
      for (const path of listImagePaths(text ?? '')) {
        const known = uses.get(path);
        if (known === undefined) uses.set(path, [use]);
        else known.push(use);
      }
    };
    for (const [file, text] of listFilesUnder(build, await readOverlay(from, build, now)))
      note(text, { file, at: { kind: 'live' } });
    const drafts = await from
      .selectFrom('draft_files')
      .innerJoin('drafts', 'drafts.id', 'draft_files.draft')
      .select(['draft_files.path', 'draft_files.content', 'drafts.id', 'drafts.name'])
      .orderBy('drafts.id')
      .orderBy('draft_files.path')
      .execute();
    for (const { path, content, id, name } of drafts)
      note(content, { file: path, at: { kind: 'draft', draft: id, name } });
    const scheduled = await from
      .selectFrom('revision_files')
      .innerJoin('revisions', 'revisions.id', 'revision_files.revision')
      .select(['revision_files.path', 'revision_files.content', 'revision_files.revision'])
      .where('revisions.withdrawn_at', 'is', null)
      .where('revisions.goes_live_at', '>', toTimestamp(now))
      .orderBy('revision_files.revision')
      .orderBy('revision_files.path')
      .execute();
    for (const { path, content, revision } of scheduled)
      note(content, { file: path, at: { kind: 'scheduled', revision } });
    return uses;
  }

  const readBytes = async (path: string, column: 'content' | 'thumbnail'): Promise<Uint8Array | null> => {
    const row = await db.selectFrom('upload_contents').select(column).where('path', '=', path).executeTakeFirst();
    return row?.[column] ?? null;
  };

  return {
    async list() {
      const rows = await db.selectFrom('uploads').selectAll().orderBy('uploaded_at', 'desc').orderBy('path').execute();
      return rows.map(toUpload);
    },

    async read(path) {
      const row = await db.selectFrom('uploads').selectAll().where('path', '=', path).executeTakeFirst();
      return row === undefined ? null : toUpload(row);
    },

    readContent: (path) => readBytes(path, 'content'),
    readThumbnail: (path) => readBytes(path, 'thumbnail'),

    async add({ image: { content, hash, format, width, height, thumbnail }, name, metadata, actor }) {
      const path = buildUploadPath({ name, hash, format });
      const now = getCurrentTimestamp(clock);
      const isNew = await withTransaction(database, async (tx) => {
        const { numInsertedOrUpdatedRows = 0n } = await tx
          .insertInto('uploads')
          .values({
            path,
            name,
            hash,
            format,
            width,
            height,
            bytes: content.length,
            ...toRow(metadata),
            uploaded_by: actor,
            uploaded_at: now,
            used_at: now,
          })
          .onConflict((known) => known.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) return false;
        await tx
          .insertInto('upload_contents')
          .values({ path, content: Buffer.from(content), thumbnail: Buffer.from(thumbnail) })
          .execute();
        await audit(tx, { actor, action: 'picture.upload', subject: path, details: { name, width, height } });
        return true;
      });
      return { path, isNew };
    },

    describe: ({ path, metadata, actor }) =>
      withTransaction(database, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('uploads')
          .set(toRow(metadata))
          .where('path', '=', path)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await audit(tx, { actor, action: 'picture.describe', subject: path });
        return true;
      }),

    async remove({ path, actor }) {
      return withTransaction(database, async (tx) => {
        const uses = (await findUses(tx)).get(path) ?? [];
        if (uses.length > 0) return { code: 'USED', uses };
        const { numDeletedRows } = await tx.deleteFrom('uploads').where('path', '=', path).executeTakeFirst();
        if (numDeletedRows === 0n) return { code: 'NONE' };
        await audit(tx, { actor, action: 'picture.remove', subject: path });
        return { code: 'REMOVED' };
      });
    },

    findUses: () => findUses(),

    async mentionedIn(overlays) {
      const paths = mentionedPaths(overlays);
      if (paths.length === 0) return [];
      const rows = await db
        .selectFrom('uploads')
        .select(['path', 'format', 'width', 'height', 'bytes'])
        .where('path', 'in', paths)
        .orderBy('path')
        .execute();
      return rows.map(({ path, ...file }): UploadedImage => ({ path, file: { ...file, frames: 1 } }));
    },

    async noteUses() {
      const now = clock.now();
      const due = await db
        .selectFrom('uploads')
        .select('path')
        .where('used_at', '<', toTimestamp(now - USE_NOTED_MS))
        .execute();
      if (due.length === 0) return;
      const uses = await findUses();
      const used = due.map(({ path }) => path).filter((path) => uses.has(path));
      if (used.length === 0) return;
      await db
        .updateTable('uploads')
        .set({ used_at: toTimestamp(now) })
        .where('path', 'in', used)
        .execute();
    },
  };
}

const mentionedPaths = (overlays: readonly Overlay[]): readonly string[] => [
  ...new Set(
    overlays.flatMap((overlay) =>
      [...overlay.values()].flatMap((text) => listImagePaths(text ?? '').filter(isUploadPath)),
    ),
  ),
];

const toRow = ({ alt, isDecorative, focus }: ImageMetadata) => ({
  alt: JSON.stringify(alt),
  is_decorative: isDecorative ? (1 as const) : (0 as const),
  focus_x: focus.x,
  focus_y: focus.y,
});

const toUpload = (row: Selectable<UploadsTable>): Upload => ({
  path: row.path,
  name: row.name,
  format: row.format,
  width: row.width,
  height: row.height,
  bytes: row.bytes,
  // Written by `toRow`.
  alt: JSON.parse(row.alt) as Upload['alt'],
  isDecorative: row.is_decorative === 1,
  focus: { x: row.focus_x, y: row.focus_y },
  uploadedBy: row.uploaded_by,
  uploadedAt: Date.parse(row.uploaded_at),
});
