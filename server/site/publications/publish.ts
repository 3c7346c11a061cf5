import { UnavailableError, UserError } from '#engine/shared/errors.ts';
import type { Finding } from '#engine/shared/finding.ts';
import {
  claimKey,
  computeFingerprint,
  createIdempotencyKey,
  type IdempotentRequest,
} from '#server/platform/database/idempotency.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { DAY, toTimestamp, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import { isContentPath } from './content-path.ts';
import {
  type FileChange,
  type ContentState,
  holdRevisions,
  readFuture,
  readMarker,
  readOverlay,
  readState,
} from './content-state.ts';
import { holdDraft, readAuthors, readChangedFiles, hashDraftFiles } from './drafts.ts';
import { reportOutcome } from './report-outcome.ts';
import { readScheduled } from './scheduled-files.ts';
import {
  listChangedFiles,
  resolveContent,
  type PlannedChanges,
  staysInRollBack,
  withNewPhases,
  withPhases,
} from './planned-phases.ts';
import {
  type BuildFiles,
  readContentAt,
  listFilesUnder,
  hashContent,
  isLive,
  isUpTo,
  type Overlay,
  buildOverlay,
  readOverrides,
} from './overrides.ts';
import type { PublicationPorts, TouchedExperiment } from './ports.ts';
import type {
  FileContent,
  ContentPath,
  DraftFile,
  Publications,
  PublishOutcome,
  RollBackOutcome,
  RollBackTarget,
  ScheduledFile,
} from './publications.ts';

/** Attempts after conflicts with concurrent publications. */
const ATTEMPTS = 5;

type Published = Extract<PublishOutcome, { code: 'PUBLISHED' }>;

type PublishFailure = Extract<PublishOutcome, { code: 'CONFLICT' | 'EMPTY' | 'NO_DRAFT' | 'OWN_CHANGES' | 'UNSEEN' }>;
type RollBackFailure = Extract<RollBackOutcome, { code: 'EMPTY' | 'NO_REVISION' }>;

/** Planned changes, based on a state of the content. */
interface Plan extends PlannedChanges {
  readonly goesLiveAt: number;
  readonly restores: number | null;
  /** Whether the plan is still valid; locks the state within the transaction. */
  holds(tx: Transaction): Promise<boolean>;
  /** Further changes in the same transaction. */
  finish(tx: Transaction, revision: number): Promise<void>;
}

interface Deed {
  /** Scheduled revisions that may overlap. */
  readonly overrideScheduled: readonly number[];
  /** Keys of experiments that begin a new phase. */
  readonly newPhases: readonly string[];
  readonly actor: string;
  readonly note: string;
  readonly action: 'revision.publish' | 'revision.roll-back';
}

/** Publishing and restoring content. */
export function createPublishing(
  ports: PublicationPorts,
): Pick<Publications, 'mayPublish' | 'listScheduled' | 'publish' | 'previewRollBack' | 'rollBack' | 'withdraw'> {
  const {
    database,
    clock,
    audit,
    pubSub,
    project,
    personBehind,
    touchedExperiments,
    approval = 'none',
    notify,
  } = ports;
  const { db, engine } = database;

  /** Publishes the plan for the newest state, idempotent by key; nothing is locked during validation. */
  async function carryOut<Failure extends { readonly code: string }>(
    request: IdempotentRequest,
    deed: Deed,
    planOn: (state: ContentState) => Promise<Plan | Failure>,
  ): Promise<Published | Extract<PublishOutcome, { code: 'REFUSED' | 'CONFLICT' }> | Failure> {
    if (deed.note.length > 1_000) throw new UserError('The note of a revision has at most 1000 characters.');
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const answered = await findStoredAnswer(request);
      if (answered !== null) return answered;
      const state = await readState(ports);
      const plan = await planOn(state);
      // The same request may have completed meanwhile.
      if ('code' in plan) return (await findStoredAnswer(request)) ?? plan;
      const begun = withNewPhases(state.build, plan, deed.newPhases);
      const [planned = new Map()] = await readFuture(ports, state.build, plan.goesLiveAt, begun);
      const changes = withPhases(state.build, planned, begun);
      const scheduled = await findConflicts(state, { ...plan, changes }, deed.overrideScheduled);
      if (scheduled.length > 0) return { code: 'CONFLICT', files: [], scheduled };
      const overlays = await readFuture(ports, state.build, plan.goesLiveAt, changes);
      const errors = errorsIn(await project.inspect(overlays));
      if (errors.length > 0) return { code: 'REFUSED', findings: errors };
      const experiments = await touchedBy(state.build, overlays[0] ?? new Map(), { ...plan, changes });
      const outcome = await withTransaction<Published | null>(database, (tx) =>
        write(tx, request, deed, state, { ...plan, changes, experiments }),
      );
      if (outcome === null) continue;
      await pubSub.publish(topics.publications);
      // Staff who read "published" open the page.
      if (plan.goesLiveAt <= state.now) await project.whenServed?.(outcome.revision);
      return outcome;
    }
    throw new UnavailableError('Others are publishing at the same time. Nothing was published: try it again.');
  }

  /** Experiments whose content changes, as live afterwards. */
  function touchedBy(
    build: BuildFiles,
    overlay: Overlay,
    { changes, before }: PlannedChanges,
  ): Promise<readonly TouchedExperiment[]> {
    const after = [...listFilesUnder(build, overlay)].filter(([path]) => isContentPath(path));
    return touchedExperiments(new Map(after), listChangedFiles(build, { changes, before }));
  }

  /** Scheduled revisions that overlap and are not allowed to. */
  async function findConflicts(
    { build, now }: ContentState,
    { changes, goesLiveAt: at }: Pick<Plan, 'changes' | 'goesLiveAt'>,
    overridden: readonly number[],
  ): Promise<readonly ScheduledFile[]> {
    const content = new Map([...changes].map(([path, change]) => [path, resolveContent(build, path, change)]));
    const files = await readScheduled(db, build, content, { now, at });
    return files.filter(({ revision, mayOverride }) => !mayOverride || !overridden.includes(revision));
  }

  /** `null` when the state has changed. */
  async function write(
    tx: Transaction,
    request: IdempotentRequest,
    { actor, note, action }: Deed,
    { marker, now, build }: ContentState,
    plan: Plan & { readonly experiments: readonly TouchedExperiment[] },
  ): Promise<Published | null> {
    await holdRevisions(engine, tx);
    if ((await readMarker(tx)) !== marker || !(await plan.holds(tx))) return null;
    const { newest } = await tx
      .selectFrom('revisions')
      .select((eb) => eb.fn.max('id').as('newest'))
      .executeTakeFirstOrThrow();
    const revision = (newest ?? 0) + 1;
    const { goesLiveAt, restores, changes, before } = plan;
    const outcome: Published = { code: 'PUBLISHED', revision, goesLiveAt };
    const row = { memberId: null, answer: JSON.stringify(outcome), lifetimeMs: DAY };
    const claim = await claimKey(tx, clock, request, row);
    if (claim.state !== 'new') return null;
    await tx
      .insertInto('revisions')
      .values({
        id: revision,
        note,
        author: actor,
        created_at: toTimestamp(now),
        goes_live_at: toTimestamp(goesLiveAt),
        withdrawn_at: null,
        restores,
      })
      .execute();
    for (const [path, { content, isReleased }] of changes)
      await tx
        .insertInto('revision_files')
        .values({
          revision,
          path,
          content,
          base: before(path),
          is_released: isReleased ? 1 : 0,
          build_hash: hashContent(build.get(path)),
          absorbed_at: null,
        })
        .execute();
    const experiments = plan.experiments.map(({ experiment, beginsPhase }) => ({
      revision,
      experiment,
      begins_phase: beginsPhase ? (1 as const) : (0 as const),
    }));
    if (experiments.length > 0) await tx.insertInto('experiment_changes').values(experiments).execute();
    await plan.finish(tx, revision);
    const details = { goesLiveAt: toTimestamp(goesLiveAt), files: [...changes.keys()].slice(0, 20) };
    await audit(tx, { actor, action, subject: String(revision), details });
    return outcome;
  }

  /** Response to an earlier request with the same key. */
  async function findStoredAnswer({ key, fingerprint: wanted }: IdempotentRequest): Promise<Published | null> {
    const stored = await db
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'answer'])
      .where('key', '=', key)
      .where('expires_at', '>', getCurrentTimestamp(clock))
      .executeTakeFirst();
    if (stored === undefined) return null;
    if (stored.fingerprint !== wanted) throw new UserError('This key was used for another publication.');
    // Checked edge: written by `write`.
    return JSON.parse(stored.answer) as Published;
  }

  const peopleIn = async (draft: string): Promise<ReadonlySet<string>> =>
    new Set(await Promise.all([...(await readAuthors(db, draft))].map((author) => personBehind(author))));

  const isOwn = async (draft: string, actor: string): Promise<boolean> =>
    approval === 'second-person' && (await peopleIn(draft)).has(await personBehind(actor));

  return {
    mayPublish: async ({ draft, actor }) => !(await isOwn(draft, actor)),

    async listScheduled(content) {
      const { build, now } = await readState(ports);
      return readScheduled(db, build, content, { now, at: now });
    },

    publish({ draft, note, goesLiveAt, actor, key, seen, overrides = [], overrideScheduled = [], newPhases = [] }) {
      const [sure, more] = [overrideScheduled.toSorted((one, other) => one - other), newPhases.toSorted()];
      const body = {
        draft,
        note,
        goesLiveAt,
        overrides: overrides.toSorted(),
        overrideScheduled: sure,
        newPhases: more,
      };
      const request = { key: createIdempotencyKey('publish', actor, key), fingerprint: computeFingerprint(body) };
      const deed = { actor, note, newPhases, overrideScheduled, action: 'revision.publish' } as const;
      return carryOut<PublishFailure>(request, deed, async (state) => {
        const { build, now } = state;
        // Later revisions sort after those of a node whose clock is ahead: a scheduled one is late by the difference, never early.
        const at = goesLiveAt !== null && goesLiveAt > clock.now() ? Math.max(goesLiveAt, now + 1) : now;
        const [shown, overlay] = [await readOverlay(db, build, now), await readOverlay(db, build, at)];
        const before = (path: ContentPath): FileContent => readContentAt(build, overlay, path);
        const isThere = await db.selectFrom('drafts').select('id').where('id', '=', draft).executeTakeFirst();
        if (isThere === undefined) return { code: 'NO_DRAFT' };
        if (await isOwn(draft, actor)) return { code: 'OWN_CHANGES' };
        const files = await readChangedFiles(db, draft, (path) => readContentAt(build, shown, path));
        if (seen !== undefined && seen !== hashDraftFiles(files)) return { code: 'UNSEEN' };
        const changed = files.filter(({ path, content }) => content !== before(path));
        const changes = new Map(changed.map(({ path, content }) => [path, { content, isReleased: false }]));
        const conflicts = changed.filter(({ path, base, live }) => base !== live && !overrides.includes(path));
        if (conflicts.length > 0) {
          const scheduled = await findConflicts(state, { changes, goesLiveAt: at }, overrideScheduled);
          return { code: 'CONFLICT', files: conflicts, scheduled };
        }
        if (changed.length === 0) return { code: 'EMPTY' };
        return {
          changes,
          before,
          goesLiveAt: at,
          restores: null,
          holds: async (tx) =>
            (await holdDraft(engine, tx, draft)) &&
            written(await readChangedFiles(tx, draft, before)) === written(files),
          async finish(tx, revision) {
            // Preview links of the draft show the revision instead.
            await tx.updateTable('preview_links').set({ revision }).where('draft', '=', draft).execute();
            const live = at > now ? at : null;
            await reportOutcome(notify, tx, draft, { kind: 'published', by: actor, revision, goesLiveAt: live });
            await tx.deleteFrom('drafts').where('id', '=', draft).execute();
          },
        };
      });
    },

    rollBack({ to, paths, note, actor, key, overrideScheduled = [], newPhases = [] }) {
      const sure = overrideScheduled.toSorted((one, other) => one - other);
      const body = {
        to,
        paths: paths?.toSorted() ?? null,
        note,
        overrideScheduled: sure,
        newPhases: newPhases.toSorted(),
      };
      const request = { key: createIdempotencyKey('roll-back', actor, key), fingerprint: computeFingerprint(body) };
      const deed = { actor, note, newPhases, overrideScheduled, action: 'revision.roll-back' } as const;
      return carryOut<RollBackFailure>(request, deed, async (state) => {
        const plan = await planRollBack(state, { to, paths });
        if (plan === null) return { code: 'NO_REVISION' };
        return plan.changes.size === 0 ? { code: 'EMPTY' } : plan;
      });
    },

    async previewRollBack(target) {
      const state = await readState(ports);
      const plan = await planRollBack(state, target);
      if (plan === null) return null;
      return listChangedFiles(state.build, plan).filter(({ before, after }) => before !== after);
    },

    async withdraw({ revision, actor }) {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const { marker, build } = await readState(ports);
        const row = await db
          .selectFrom('revisions')
          .select('goes_live_at')
          .where('id', '=', revision)
          .where((eb) => eb.not(isLive(eb, clock.now())))
          .where('withdrawn_at', 'is', null)
          .executeTakeFirst();
        if (row === undefined) return { code: 'NOT_SCHEDULED' };
        const future = await readFuture(ports, build, Date.parse(row.goes_live_at), new Map(), revision);
        const errors = errorsIn(await project.inspect(future));
        if (errors.length > 0) return { code: 'REFUSED', findings: errors };
        const isWithdrawn = await withTransaction(database, async (tx) => {
          await holdRevisions(engine, tx);
          if ((await readMarker(tx)) !== marker) return false;
          const { numUpdatedRows } = await tx
            .updateTable('revisions')
            .set({ withdrawn_at: getCurrentTimestamp(clock) })
            .where('id', '=', revision)
            .where('goes_live_at', '>', getCurrentTimestamp(clock))
            .executeTakeFirst();
          if (numUpdatedRows === 0n) return false;
          await audit(tx, { actor, action: 'revision.withdraw', subject: String(revision) });
          return true;
        });
        if (!isWithdrawn) continue;
        await pubSub.publish(topics.publications);
        return { code: 'WITHDRAWN' };
      }
      throw new UnavailableError('Others are publishing at the same time. Nothing was withdrawn: try it again.');
    },
  };

  /** `null` for a revision that was never live. */
  async function planRollBack({ build, now }: ContentState, { to, paths }: RollBackTarget): Promise<Plan | null> {
    const position = to === 0 ? { id: 0, goesLiveAt: 0 } : await livePosition(to, now);
    if (position === null) return null;
    const current = await readOverrides(db, (eb) => isLive(eb, now));
    const then = await readOverrides(db, (eb) => isUpTo(eb, position));
    const overlay = buildOverlay(build, current);
    const changes = new Map<ContentPath, FileChange>();
    for (const [path, override] of current) {
      const earlier = then.get(path);
      if (earlier?.revision === override.revision || (paths !== undefined && !paths.includes(path))) continue;
      const isReleased = earlier === undefined || earlier.isReleased;
      if (isReleased ? override.isReleased : earlier.content === override.content && !override.isReleased) continue;
      const after = isReleased ? (build.get(path) ?? null) : earlier.content;
      if (staysInRollBack(path, readContentAt(build, overlay, path), after)) continue;
      changes.set(path, { content: isReleased ? null : earlier.content, isReleased });
    }
    return {
      changes,
      before: (path) => readContentAt(build, overlay, path),
      goesLiveAt: now,
      restores: to,
      holds: async () => true,
      finish: async () => {},
    };
  }

  async function livePosition(id: number, now: number): Promise<{ id: number; goesLiveAt: number } | null> {
    const row = await db
      .selectFrom('revisions')
      .select('goes_live_at')
      .where('id', '=', id)
      .where((eb) => isLive(eb, now))
      .executeTakeFirst();
    return row === undefined ? null : { id, goesLiveAt: Date.parse(row.goes_live_at) };
  }
}

/** Content of a draft, for comparison. */
const written = (files: readonly DraftFile[]): string =>
  JSON.stringify(files.map(({ path, version, content, base }) => [path, version, content, base]));

/** The same error may occur at several times; listed once. */
function errorsIn(findings: readonly (readonly Finding[])[]): readonly Finding[] {
  const errors = findings.flat().filter(({ severity }) => severity === 'error');
  return [...new Map(errors.map((finding) => [JSON.stringify(finding), finding])).values()];
}
