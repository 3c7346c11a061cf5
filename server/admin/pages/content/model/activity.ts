import type { DocumentId } from '#engine/documents/types.ts';
import { withoutPlural } from '#engine/documents/texts.ts';
import { identify } from '#engine/documents/written.ts';
import type { DraftSummary, Publications, RevisionSummary } from '#server/site/publications/publications.ts';
import { type Change, compareFiles } from './changes.ts';
import type { Content } from './content.ts';
import { groupTextUsers } from './document-texts.ts';

/** A change of a document by a user. */
export interface LastChange {
  readonly at: number;
  readonly by: string;
}

/** Changes of documents in drafts and publications, by document id. */
export interface Activity {
  readonly drafts: ReadonlyMap<DocumentId, readonly DraftSummary[]>;
  readonly scheduled: ReadonlyMap<DocumentId, RevisionSummary>;
  /** Documents whose newest publication was not a rollback to the build. */
  readonly published: ReadonlySet<DocumentId>;
  readonly last: ReadonlyMap<DocumentId, LastChange>;
}

/** Newest drafts and revisions that are read; older ones are in the history. */
const MAX_READ = 50;

/** Reads the last changes of documents: of their own files and of the texts that they define. */
export async function readActivity(publications: Publications, content: Content): Promise<Activity> {
  const users = groupTextUsers(content);
  const documentsIn = (changes: readonly Change[]): readonly DocumentId[] => [
    ...new Set(
      changes.flatMap((change) => {
        if (change.kind === 'text') return users.get(change.key) ?? users.get(withoutPlural(change.key)) ?? [];
        return identify(change.file)?.id ?? [];
      }),
    ),
  ];
  const [drafts, revisions] = await Promise.all([
    publications.readDrafts(MAX_READ),
    publications.readRevisions(MAX_READ),
  ]);
  const inDrafts = new Map<DocumentId, DraftSummary[]>();
  const scheduled = new Map<DocumentId, RevisionSummary>();
  const restored = new Map<DocumentId, boolean>();
  const last = new Map<DocumentId, LastChange>();
  const note = (id: DocumentId, at: number, by: string): void => {
    if (at > (last.get(id)?.at ?? 0)) last.set(id, { at, by });
  };
  for (const draft of drafts)
    for (const file of draft.changes) {
      const changes = compareFiles([{ path: file.path, before: file.live, after: file.content }]);
      for (const id of documentsIn(changes)) {
        note(id, file.changedAt, file.changedBy);
        const known = inDrafts.get(id) ?? [];
        if (!known.includes(draft)) inDrafts.set(id, [...known, draft]);
      }
    }
  for (const revision of revisions) {
    if (revision.state === 'withdrawn') continue;
    for (const id of documentsIn(compareFiles(revision.files))) {
      note(id, revision.createdAt, revision.author);
      if (revision.state === 'scheduled') scheduled.set(id, revision);
      else if (!restored.has(id)) restored.set(id, revision.restores === 0);
    }
  }
  const published = new Set([...restored].flatMap(([id, isAsBuilt]) => (isAsBuilt ? [] : [id])));
  return { drafts: inDrafts, scheduled, published, last };
}
