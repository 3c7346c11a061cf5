import { toNonEmptyList, type PersonalDataSource } from '#server/platform/personal-data/personal-data-source.ts';

/**
 * What staff and their API clients did with content. An erasure leaves it: without the account, its rows name an id that nothing resolves, and the history of the
 * site stays whole.
 */
export const contentPersonalData: PersonalDataSource = {
  isOfStaff: true,
  async collect({ database: { db } }, { ids }) {
    const whose = toNonEmptyList(ids);
    const drafts = await db
      .selectFrom('drafts')
      .innerJoin('draft_authors', 'draft_authors.draft', 'drafts.id')
      .select(['drafts.id', 'drafts.name', 'drafts.created_at', 'drafts.changed_at'])
      .distinct()
      .where('draft_authors.author', 'in', whose)
      .execute();
    const submissions = await db
      .selectFrom('draft_submissions')
      .select(['draft', 'note', 'submitted_at'])
      .where('submitted_by', 'in', whose)
      .execute();
    const revisions = await db
      .selectFrom('revisions')
      .select(['id', 'note', 'created_at', 'goes_live_at'])
      .where('author', 'in', whose)
      .execute();
    const previews = await db
      .selectFrom('preview_links')
      .select(['path', 'created_at', 'expires_at', 'revoked_at'])
      .where('created_by', 'in', whose)
      .execute();
    const uploads = await db
      .selectFrom('uploads')
      .select(['path', 'name', 'uploaded_at'])
      .where('uploaded_by', 'in', whose)
      .execute();
    return { tables: { drafts, draft_submissions: submissions, revisions, preview_links: previews, uploads } };
  },
  erase: async () => ({ rows: {} }),
};
