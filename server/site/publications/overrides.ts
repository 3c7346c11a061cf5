import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { sha256 } from '#engine/shared/hash.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import type { FileContent, ContentPath } from './publications.ts';

/** Files of a build by path from the project's root; only content files can be overridden. */
export type BuildFiles = ReadonlyMap<string, string>;

/** Files that override the build. */
export type Overlay = ReadonlyMap<ContentPath, FileContent>;

/** The newest revision of a file. */
export interface Override {
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly goesLiveAt: number;
  readonly content: FileContent;
  /** Whether the override ends: the build's file is live again. */
  readonly isReleased: boolean;
  /** Hash of the build's file at publication; see `hashContent`. */
  readonly buildHash: string;
  readonly isAbsorbed: boolean;
}

export type Overrides = ReadonlyMap<ContentPath, Override>;

/** SHA-256 of a file of the build; empty when it does not exist. */
export const hashContent = (content: string | undefined): string => (content === undefined ? '' : sha256(content));

type Revisions = ExpressionBuilder<Tables, 'revisions'>;

/** Whether a revision is live at a time (milliseconds since the epoch). Revisions published immediately always are, regardless of clock differences. */
export const isLive = (eb: Revisions, at: number): ExpressionWrapper<Tables, 'revisions', SqlBool> =>
  eb.and([
    eb('revisions.withdrawn_at', 'is', null),
    eb.or([
      eb('revisions.goes_live_at', '<=', toTimestamp(at)),
      eb('revisions.goes_live_at', '=', eb.ref('revisions.created_at')),
    ]),
  ]);

/** Revisions up to a live one, in the order in which they went live. */
export const isUpTo = (
  eb: Revisions,
  { id, goesLiveAt }: { readonly id: number; readonly goesLiveAt: number },
): ExpressionWrapper<Tables, 'revisions', SqlBool> =>
  eb.and([
    eb('revisions.withdrawn_at', 'is', null),
    eb.or([
      eb('revisions.goes_live_at', '<', toTimestamp(goesLiveAt)),
      eb.and([eb('revisions.goes_live_at', '=', toTimestamp(goesLiveAt)), eb('revisions.id', '<=', id)]),
    ]),
  ]);

/** The newest revision of each changed file. */
export async function readOverrides(
  db: Db,
  which: (eb: Revisions) => ExpressionWrapper<Tables, 'revisions', SqlBool>,
): Promise<Overrides> {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('revision_files as file')
        .innerJoin('revisions', 'revisions.id', 'file.revision')
        .select(['file.path', 'file.revision', 'revisions.goes_live_at'])
        .select((eb) =>
          eb.fn
            .agg<number>('row_number')
            .over((over) =>
              over.partitionBy('file.path').orderBy('revisions.goes_live_at', 'desc').orderBy('revisions.id', 'desc'),
            )
            .as('place'),
        )
        .where('file.revision', 'in', from.selectFrom('revisions').select('revisions.id').where(which))
        .as('newest'),
    )
    .innerJoin('revision_files as file', (join) =>
      join.onRef('file.revision', '=', 'newest.revision').onRef('file.path', '=', 'newest.path'),
    )
    .select(['file.path', 'file.revision', 'newest.goes_live_at'])
    .select(['file.content', 'file.is_released', 'file.build_hash', 'file.absorbed_at'])
    .where('newest.place', '=', 1)
    .execute();
  return new Map(
    rows.map((row) => [
      row.path,
      {
        revision: row.revision,
        goesLiveAt: Date.parse(row.goes_live_at),
        content: row.content,
        isReleased: row.is_released === 1,
        buildHash: row.build_hash,
        isAbsorbed: row.absorbed_at !== null,
      },
    ]),
  );
}

/** Files of this build that revisions override. */
export function buildOverlay(build: BuildFiles, overrides: Overrides): Overlay {
  const overlay = new Map<ContentPath, FileContent>();
  for (const [path, { content, isReleased, isAbsorbed, buildHash }] of overrides) {
    const own = build.get(path);
    if (isReleased || content === (own ?? null)) continue;
    // A build contained this content already: only older builds, which a node may still run, need the override.
    if (isAbsorbed && hashContent(own) !== buildHash) continue;
    overlay.set(path, content);
  }
  return overlay;
}

/** Content of a file with an overlay applied. */
export function readContentAt(build: BuildFiles, overlay: Overlay, path: ContentPath): FileContent {
  const changed = overlay.get(path);
  return changed === undefined ? (build.get(path) ?? null) : changed;
}

/** All files with an overlay applied. */
export function listFilesUnder(build: BuildFiles, overlay: Overlay): ReadonlyMap<string, string> {
  const files = new Map(build);
  for (const [path, content] of overlay) {
    if (content === null) files.delete(path);
    else files.set(path, content);
  }
  return files;
}
