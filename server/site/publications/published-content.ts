import type { Logger } from 'pino';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import type { ResolveInput } from '#engine/documents/types.ts';
import { follow } from '#server/platform/database/follow.ts';
import type { Database, Db } from '#server/platform/database/open-database.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { type PubSub, topics } from '#server/platform/events/pub-sub.ts';
import type { Clock } from '#server/platform/ports.ts';
import type { UploadedImage } from '#server/site/publications/ports.ts';
import type { SiteInput, SiteStore } from '#server/site/store/site-store.ts';
import { findContentDifferences } from './differences.ts';
import {
  type BuildFiles,
  listFilesUnder,
  hashContent,
  isLive,
  type Overlay,
  buildOverlay,
  readOverrides,
} from './overrides.ts';

interface FollowPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly pubSub: Pick<PubSub, 'subscribe'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly siteStore: Pick<SiteStore, 'reload'>;
  /** Prepares the uploads used in content for this process. */
  readonly uploadsIn: (overlays: readonly Overlay[]) => Promise<readonly UploadedImage[]>;
}

/** Live content of this process: overrides of the build's files. */
export class PublishedContent {
  readonly #read: () => Promise<ResolveInput>;
  #input: Promise<ResolveInput> | null = null;
  #overlay: Overlay = new Map();
  #uploads: readonly UploadedImage[] = [];
  #revision = 0;

  /** @param read reads the files of the build, which do not change between publications */
  constructor(read: () => Promise<ResolveInput>) {
    this.#read = read;
  }

  /** Whether any file of the build is overridden. */
  get isChanged(): boolean {
    return this.#overlay.size > 0;
  }

  /** The project with published content as last read. */
  async read(): Promise<SiteInput> {
    const input = await this.#built();
    return { ...applyOverlay(input, this.#overlay, this.#uploads), published: this.#revision };
  }

  /** Files of the build as last read. */
  async files(): Promise<BuildFiles> {
    return mergeFiles(await this.#built());
  }

  /** Paths of the images in the build. */
  async images(): Promise<readonly string[]> {
    return [...(await this.#built()).images];
  }

  /** Clears the cache, because the files of the build may have changed. */
  forget(): void {
    this.#input = null;
  }

  #built(): Promise<ResolveInput> {
    if (this.#input !== null) return this.#input;
    const reading = this.#read();
    this.#input = reading;
    // Failures are not cached.
    reading.catch(() => {
      if (this.#input === reading) this.#input = null;
    });
    return reading;
  }

  /**
   * Observes published content: publications, withdrawals, and scheduled revisions when due. A revision that this process rejects changes
   * nothing, see `SiteStatus`. During an outage the last known content stays live.
   *
   * @returns how to stop observing, once the first state was applied
   */
  follow({ database, clock, pubSub, log, siteStore, uploadsIn }: FollowPorts): Promise<() => Promise<void>> {
    let isFirst = true;
    return follow({
      look: () => readLive(database.db, clock),
      getName: ({ name }) => name,
      known: nothing.name,
      listen: (look) => pubSub.subscribe(topics.publications, look),
      onChange: async ({ revision }) => {
        const build = await this.files();
        if (isFirst) {
          await noteAbsorbed(database.db, build, clock);
          await warnOfDrift(database.db, build, clock, log);
        }
        isFirst = false;
        const overlay = buildOverlay(build, await readOverrides(database.db, (eb) => isLive(eb, clock.now())));
        this.#uploads = await uploadsIn([overlay]);
        this.#overlay = overlay;
        this.#revision = revision;
        const outcome = await siteStore.reload();
        log.info({ published: revision, files: this.#overlay.size, outcome: outcome.kind }, 'Published content');
      },
      onFailure: (error) =>
        log.warn({ err: error }, 'Reading publications failed; the last known content stays live. Retrying.'),
    });
  }
}

/** The project with an overlay, and the uploads that it uses. */
export function applyOverlay(
  input: ResolveInput,
  overlay: Overlay,
  uploads: readonly UploadedImage[] = [],
): ResolveInput {
  if (overlay.size === 0) return input;
  const layers = [{ name: 'published' as const, files: listFilesUnder(mergeFiles(input), overlay) }];
  if (uploads.length === 0) return { ...input, layers };
  const images = [...new Set([...input.images, ...uploads.map(({ path }) => path)])];
  const imageFiles = new Map([...(input.imageFiles ?? []), ...uploads.map(({ path, file }) => [path, file] as const)]);
  return { ...input, layers, images, imageFiles };
}

const mergeFiles = memoizePerObject(
  ({ layers }: ResolveInput): BuildFiles => new Map(layers.flatMap((layer) => [...layer.files])),
);

interface Live {
  /** Number of the newest live revision; 0 without one. */
  readonly revision: number;
  /** Different for different live content. */
  readonly name: string;
}

const nothing: Live = { revision: 0, name: '0 0 null' };

async function readLive(db: Db, clock: Clock): Promise<Live> {
  const now = clock.now();
  const all = await db
    .selectFrom('revisions')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.max('created_at').as('at')])
    .where((eb) => isLive(eb, now))
    .executeTakeFirstOrThrow();
  const newest = await db
    .selectFrom('revisions')
    .select('id')
    .where((eb) => isLive(eb, now))
    .orderBy('goes_live_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const revision = newest?.id ?? 0;
  return { revision, name: `${revision} ${all.count} ${all.at}` };
}

/** Marks files whose published content is part of this build: other builds use their own file from then on. */
async function noteAbsorbed(db: Db, build: BuildFiles, clock: Clock): Promise<void> {
  for (const [path, override] of await readOverrides(db, (eb) => isLive(eb, clock.now()))) {
    const { content, buildHash, isReleased, isAbsorbed, revision } = override;
    const own = build.get(path);
    if (isReleased || isAbsorbed || content !== (own ?? null) || hashContent(own) === buildHash) continue;
    await db
      .updateTable('revision_files')
      .set({ absorbed_at: getCurrentTimestamp(clock) })
      .where('revision', '=', revision)
      .where('path', '=', path)
      .execute();
  }
}

/** After the database was restored to an earlier state, or the build changed published files, the publication stays live. */
async function warnOfDrift(db: Db, build: BuildFiles, clock: Clock, log: Pick<Logger, 'warn'>): Promise<void> {
  const drifted = (await findContentDifferences(db, build, clock.now())).filter(({ isDrifted }) => isDrifted);
  if (drifted.length === 0) return;
  log.warn(
    { files: drifted.map(({ path, revision }) => ({ path, published: revision })) },
    'The build changed published files in another way: visitors get the published version of each. Merge both with `npm run pull`, or roll the publication back.',
  );
}
