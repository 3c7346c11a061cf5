import type { Finding } from '#engine/shared/finding.ts';
import type {
  ContentDraft,
  ContentDraftList,
  ListedContentDraft,
  MutationPublishDraftArgs,
  MutationRestorePublicationArgs,
  MutationWithdrawPublicationArgs,
  PublicationList,
  PublicationOutcome,
  QueryContentDraftArgs,
  QueryPublicationsArgs,
} from '#schemas/generated/graphql/resolvers.ts';
import type { AdminMutation, AdminOperations, AdminQuery, MutationCaller } from '#server/admin/operation.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import type {
  DraftSummary,
  Publications,
  PublishOutcome,
  RollBackOutcome,
  WithdrawOutcome,
} from '#server/site/publications/publications.ts';
import { MAX_NOTE } from './publication-note.ts';
import type { ContentPagesPorts } from './tools.ts';

type Part = Required<QueryPublicationsArgs>;

/** Drafts and publications as lists, and what publishers do with them. There are none where files on disk are sent as they are. */
export function publicationOperations(ports: Pick<ContentPagesPorts, 'publications'> | null): AdminOperations {
  const publications: Used = ports?.publications ?? none;
  const contentDrafts: AdminQuery<Part, ContentDraftList> = {
    permission: 'author',
    async answer({ offset, limit }) {
      const all = await publications.listDrafts();
      return { total: all.length, drafts: all.slice(offset, offset + limit).map(listedDraft) };
    },
  };
  const contentDraft: AdminQuery<QueryContentDraftArgs, ContentDraft | null> = {
    permission: 'author',
    async answer({ draft: id }) {
      const draft = await publications.readDraft(id);
      if (draft === null) return null;
      const changes = draft.changes.map(({ path: file, base, content, live }) => ({ file, base, content, live }));
      return { draft: listedDraft(draft), seen: draft.seen, changes };
    },
  };
  const listed: AdminQuery<Part, PublicationList> = {
    permission: 'author',
    topic: topics.publications,
    async answer({ offset, limit }) {
      const { revisions, total } = await publications.listRevisions({ offset, limit });
      return {
        total,
        publications: revisions.map(({ id, note, author, createdAt, goesLiveAt, state, restores, paths }) => ({
          revision: id,
          note,
          author,
          restores,
          state: toErrorCode(state),
          createdAt: new Date(createdAt).toISOString(),
          goesLiveAt: new Date(goesLiveAt).toISOString(),
          files: [...paths],
        })),
      };
    },
  };
  const mutation = <Args>(
    run: (args: Args, caller: MutationCaller) => Promise<PublicationOutcome>,
  ): AdminMutation<Args, PublicationOutcome> => ({
    permission: 'publish',
    idempotentOutcomes: ['PUBLISHED', 'WITHDRAWN'],
    run,
  });
  const publishDraft = mutation<MutationPublishDraftArgs>(
    async (
      { draft, note, goesLiveAt: wanted, seen, overrides = [], overrideScheduled = [], newPhases = [] },
      { actor, key },
    ) => {
      const goesLiveAt = parseTime(wanted ?? null);
      if (!isNote(note)) return { code: 'INVALID_NOTE' };
      if (goesLiveAt === undefined) return { code: 'INVALID_TIME' };
      const input = {
        draft,
        note,
        goesLiveAt,
        actor,
        key,
        overrides,
        overrideScheduled,
        newPhases,
        ...(seen && { seen }),
      };
      return toPublicationOutcome(await publications.publish(input));
    },
  );
  const restorePublication = mutation<MutationRestorePublicationArgs>(
    async ({ revision: to, note, files: paths, overrideScheduled = [], newPhases = [] }, { actor, key }) => {
      if (!isNote(note)) return { code: 'INVALID_NOTE' };
      const wish = { to, note, actor, key, overrideScheduled, newPhases, ...(paths && { paths }) };
      return toPublicationOutcome(await publications.rollBack(wish));
    },
  );
  const withdrawPublication = mutation<MutationWithdrawPublicationArgs>(async ({ revision }, { actor }) =>
    toPublicationOutcome(await publications.withdraw({ revision, actor })),
  );
  return {
    Query: { contentDrafts, contentDraft, publications: listed },
    Mutation: { publishDraft, restorePublication, withdrawPublication },
  };
}

/** What operations use. */
type Used = Pick<Publications, 'listDrafts' | 'readDraft' | 'listRevisions' | 'publish' | 'rollBack' | 'withdraw'>;

const none: Used = {
  listDrafts: async () => [],
  readDraft: async () => null,
  listRevisions: async () => ({ revisions: [], total: 0 }),
  publish: async () => ({ code: 'NO_DRAFT' }),
  rollBack: async () => ({ code: 'NO_REVISION' }),
  withdraw: async () => ({ code: 'NOT_SCHEDULED' }),
};

const listedDraft = ({ id, name, createdBy, createdAt, changedAt, files }: DraftSummary): ListedContentDraft => ({
  id,
  name,
  createdBy,
  files,
  createdAt: new Date(createdAt).toISOString(),
  changedAt: new Date(changedAt).toISOString(),
});

const isNote = (note: string): boolean => note.trim() !== '' && note.length <= MAX_NOTE;

/** ISO 8601 with a zone: without one it would be a moment of this machine. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Milliseconds since the epoch; `null` for at once, `undefined` for what names no moment. */
function parseTime(text: string | null): number | null | undefined {
  if (text === null) return null;
  const moment = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

function toPublicationOutcome(outcome: PublishOutcome | RollBackOutcome | WithdrawOutcome): PublicationOutcome {
  switch (outcome.code) {
    case 'PUBLISHED': {
      const { code, revision, goesLiveAt } = outcome;
      return { code, revision, goesLiveAt: new Date(goesLiveAt).toISOString() };
    }
    case 'REFUSED':
      return { code: 'REFUSED', findings: outcome.findings.map(toFinding) };
    case 'CONFLICT':
      return {
        code: 'CONFLICT',
        conflicts: outcome.files.map(({ path }) => path),
        scheduled: outcome.scheduled.map(({ path: file, revision, goesLiveAt, mayOverride }) => ({
          file,
          revision,
          goesLiveAt: new Date(goesLiveAt).toISOString(),
          mayOverride,
        })),
      };
    case 'UNSEEN':
      return { code: 'CONFLICT', conflicts: [], scheduled: [] };
    case 'EMPTY':
    case 'OWN_CHANGES':
    case 'WITHDRAWN':
      return { code: outcome.code };
    case 'NO_DRAFT':
    case 'NO_REVISION':
    case 'NOT_SCHEDULED':
      return { code: 'UNKNOWN' };
  }
}

const toFinding = ({ rule, file, line, column, message }: Finding) => ({ rule, file, line, column, message });
