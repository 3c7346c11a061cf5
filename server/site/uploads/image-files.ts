import type { ImageTask } from '#engine/compile/assets/file-tasks.ts';
import type { Database } from '#server/platform/database/open-database.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import type { Clock } from '#server/platform/ports.ts';

/** Image files that are not part of a build: created by one node, sent by all. */
export interface ImageFiles {
  /** Makes files available on request. */
  plan(tasks: readonly ImageTask[]): Promise<void>;
  /** Tasks of the planned paths among these. */
  findTasks(paths: readonly string[]): Promise<readonly ImageTask[]>;
  /** Content; `null` until a node has created it. */
  read(path: string): Promise<Uint8Array | null>;
  /** @returns the content that all nodes send: the first one stored */
  store(path: string, content: Uint8Array): Promise<Uint8Array>;
}

export function createImageFiles({
  database: { db },
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): ImageFiles {
  const read = async (path: string): Promise<Uint8Array | null> => {
    const row = await db.selectFrom('picture_files').select('content').where('path', '=', path).executeTakeFirst();
    return row?.content ?? null;
  };
  return {
    async plan(tasks) {
      if (tasks.length === 0) return;
      const uploads = await db
        .selectFrom('uploads')
        .select('path')
        .where('path', 'in', [...new Set(tasks.map(({ src }) => src))])
        .execute();
      const known = new Set(uploads.map(({ path }) => path));
      await db
        .insertInto('picture_files')
        .values(
          tasks.map((task) => ({
            path: task.path,
            task: JSON.stringify(task),
            planned_at: getCurrentTimestamp(clock),
            upload: known.has(task.src) ? task.src : null,
            content: null,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async findTasks(paths) {
      if (paths.length === 0) return [];
      const rows = await db.selectFrom('picture_files').select('task').where('path', 'in', paths).execute();
      // Written by `plan`.
      return rows.map(({ task }) => JSON.parse(task) as ImageTask);
    },

    read,

    async store(path, content) {
      await db
        .updateTable('picture_files')
        .set({ content: Buffer.from(content) })
        .where('path', '=', path)
        .where('content', 'is', null)
        .execute();
      return (await read(path)) ?? content;
    },
  };
}
