import type {
  ContentDraft,
  ContentDraftList,
  ListedContentDraft,
  PublicationList,
  QueryContentDraftArgs,
  QueryPublicationsArgs,
} from '#schemas/generated/graphql/resolvers.ts';
import type { AdminOperations, AdminQuery } from '#server/admin/operation.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import type { DraftSummary, Publications } from '#server/site/publications/publications.ts';
import { restorePublicationMutation } from './history/actions/restore-revision/restore-revision.ts';
import { withdrawPublicationMutation } from './history/actions/withdraw-revision/withdraw-revision.ts';
import { declineDraft } from './publish/actions/decline-draft/decline-draft.ts';
import { submitDraft } from './publish/actions/submit-draft/submit-draft.ts';
import { publishDraftMutation } from './publish/actions/publish-draft/publish-draft.ts';

type Part = Required<QueryPublicationsArgs>;

/** Drafts and publications as lists. */
export function createPublicationQueries(
  publications: Pick<Publications, 'listDrafts' | 'readDraft' | 'listRevisions'>,
): NonNullable<AdminOperations['Query']> {
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
  return { contentDrafts, contentDraft, publications: listed };
}

const none: Pick<
  Publications,
  'listDrafts' | 'readDraft' | 'listRevisions' | 'publish' | 'rollBack' | 'withdraw' | 'submitDraft' | 'declineDraft'
> = {
  listDrafts: async () => [],
  readDraft: async () => null,
  listRevisions: async () => ({ revisions: [], total: 0 }),
  publish: async () => ({ code: 'NO_DRAFT' }),
  rollBack: async () => ({ code: 'NO_REVISION' }),
  withdraw: async () => ({ code: 'NOT_SCHEDULED' }),
  submitDraft: async () => ({ code: 'NO_DRAFT' }),
  declineDraft: async () => ({ code: 'NOT_SUBMITTED' }),
};

/** Operations of a process that serves the files on disk unchanged, without drafts and publications. */
export const noPublications: AdminOperations = {
  Query: createPublicationQueries(none),
  Mutation: {
    publishDraft: publishDraftMutation(none),
    restorePublication: restorePublicationMutation(none),
    withdrawPublication: withdrawPublicationMutation(none),
    ...submitDraft({ publications: none }).mutations,
    ...declineDraft({ publications: none }).mutations,
  },
};

const listedDraft = ({
  id,
  name,
  createdBy,
  createdAt,
  changedAt,
  files,
  submission,
}: DraftSummary): ListedContentDraft => ({
  id,
  name,
  createdBy,
  files,
  createdAt: new Date(createdAt).toISOString(),
  changedAt: new Date(changedAt).toISOString(),
  submission: submission && {
    submittedBy: submission.by,
    submittedAt: new Date(submission.at).toISOString(),
    note: submission.note,
    declined: submission.declined && {
      declinedBy: submission.declined.by,
      declinedAt: new Date(submission.declined.at).toISOString(),
      reason: submission.declined.reason,
    },
  },
});
