import type { Database, Db, Transaction } from '#server/platform/database/open-database.ts';
import { DAY, toTimestamp, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { isSigned, computeSignature } from '#server/platform/tokens/signature.ts';
import { UserError } from '#engine/shared/errors.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { PublicationPorts } from '#server/site/publications/ports.ts';
import { readOverlay, readState } from '#server/site/publications/content-state.ts';
import { holdDraft, buildDraftOverlay, readChangedFiles } from '#server/site/publications/drafts.ts';
import { isUpTo, type Overlay, buildOverlay, readOverrides } from '#server/site/publications/overrides.ts';
import type { PreviewLinksTable } from '#server/site/tables.ts';
import type { PreviewFacts } from '#server/site/publications/visit.ts';
import {
  type ClosedPreview,
  type PreviewLink,
  type PreviewLinks,
  type PreviewSubject,
  previewDays,
  buildPreviewRoot,
} from './preview-links.ts';

export type PreviewPorts = PublicationPorts & Pick<PlatformPorts, 'secrets'>;

/** Maximum valid links of a draft, a revision or the live content. */
const MAX_LINKS = 50;
/** Context of the token signature. */
const CONTEXT = 'preview';

/** Links that show content before it is live. */
export function createPreviewLinks(ports: PreviewPorts): PreviewLinks {
  const { database, clock, random, audit, pubSub, project, secrets } = ports;
  const { db, engine } = database;

  const working = (from: Db, subject: PreviewSubject) =>
    from
      .selectFrom('preview_links')
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', getCurrentTimestamp(clock))
      .where((eb) => {
        switch (subject.kind) {
          case 'draft':
            return eb.and([eb('draft', '=', subject.draft), eb('revision', 'is', null)]);
          case 'revision':
            return eb('revision', '=', subject.revision);
          case 'published':
            return eb.and([eb('draft', 'is', null), eb('revision', 'is', null)]);
        }
      });

  return {
    async create({ subject, path, locale, facts, days, actor }) {
      if (!Number.isInteger(days) || days < previewDays.least || days > previewDays.most)
        throw new UserError(`A preview link works for ${previewDays.least} to ${previewDays.most} days.`);
      const id = createId(random);
      const now = clock.now();
      const outcome = await withTransaction(database, async (tx) => {
        if (!(await holdSubject(engine, tx, subject))) return null;
        const { count } = await working(tx, subject)
          .select((eb) => eb.fn.countAll().as('count'))
          .executeTakeFirstOrThrow();
        if (Number(count) >= MAX_LINKS) return 'full';
        const row: PreviewLinksTable = {
          id,
          draft: subject.kind === 'draft' ? subject.draft : null,
          revision: subject.kind === 'revision' ? subject.revision : null,
          path,
          locale,
          facts: JSON.stringify(facts),
          created_by: actor,
          created_at: toTimestamp(now),
          expires_at: toTimestamp(now + days * DAY),
          revoked_at: null,
        };
        await tx.insertInto('preview_links').values(row).execute();
        await audit(tx, { actor, action: 'preview.create', subject: id, details: { ...subject, path, locale, days } });
        return toPreviewLink(row);
      });
      if (outcome !== null) pubSub.publishDebounced(topics.publications);
      return outcome;
    },

    async list(subject) {
      const rows = await working(db, subject).selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
      return rows.map(toPreviewLink);
    },

    async revoke({ id, actor }) {
      const isRevoked = await withTransaction(database, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('preview_links')
          .set({ revoked_at: getCurrentTimestamp(clock) })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', getCurrentTimestamp(clock))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await audit(tx, { actor, action: 'preview.revoke', subject: id });
        return true;
      });
      if (isRevoked) pubSub.publishDebounced(topics.publications);
      return isRevoked;
    },

    buildPath: (basePath, { id }) => buildPreviewRoot(basePath, id + computeSignature(secrets.link[0], CONTEXT, id)),

    async open(token) {
      const [id, signature] = [token.slice(0, ID), token.slice(ID)];
      if (!isSigned(secrets.link, CONTEXT, id, signature)) return closed('unknown');
      const row = await db.selectFrom('preview_links').selectAll().where('id', '=', id).executeTakeFirst();
      if (row === undefined) return closed('unknown');
      if (row.revoked_at !== null) return closed('revoked');
      const link = toPreviewLink(row);
      if (link.expiresAt <= clock.now()) return closed('expired');
      const now = link.facts.at ?? clock.now();
      const content = await readContent(link, now);
      if ('closed' in content) return content;
      const { locale, facts } = link;
      return {
        link,
        title: content.title,
        isPublishedDraft: row.draft !== null && row.revision !== null,
        now,
        visit: async (url) => project.visit(await content.overlay(), { url, locale, now, facts }),
      };
    },
  };

  /** Content that will be live at a time, according to scheduled revisions. */
  async function overlayAt(at: number): Promise<Overlay> {
    const { build, now } = await readState(ports);
    return readOverlay(db, build, Math.max(at, now));
  }

  async function readContent({ subject }: PreviewLink, now: number): Promise<ShownContent | Closed> {
    switch (subject.kind) {
      case 'published':
        return { title: '', overlay: () => overlayAt(now) };
      case 'draft': {
        const { draft } = subject;
        const row = await db.selectFrom('drafts').select('name').where('id', '=', draft).executeTakeFirst();
        if (row === undefined) return closed('discarded');
        return {
          title: row.name,
          overlay: async () =>
            new Map([...(await overlayAt(now)), ...buildDraftOverlay(await readChangedFiles(db, draft, () => null))]),
        };
      }
      case 'revision': {
        const { revision: id } = subject;
        const row = await db
          .selectFrom('revisions')
          .select(['note', 'goes_live_at', 'withdrawn_at'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (row === undefined) return closed('unknown');
        if (row.withdrawn_at !== null) return closed('withdrawn');
        const goesLiveAt = Date.parse(row.goes_live_at);
        return {
          title: row.note,
          async overlay() {
            const upTo = await readOverrides(db, (eb) => isUpTo(eb, { id, goesLiveAt }));
            return buildOverlay(await project.files(), upTo);
          },
        };
      }
    }
  }
}

/** Length of an id; the rest of a token is its signature. */
const ID = 22;

interface Closed {
  readonly closed: ClosedPreview;
}

const closed = (reason: ClosedPreview): Closed => ({ closed: reason });

interface ShownContent {
  readonly title: string;
  overlay(): Promise<Overlay>;
}

/** Locks the subject and returns whether it exists: a draft is not deleted until the link is stored, and its publication moves the link. */
async function holdSubject(engine: Database['engine'], tx: Transaction, subject: PreviewSubject): Promise<boolean> {
  switch (subject.kind) {
    case 'published':
      return true;
    case 'draft':
      return holdDraft(engine, tx, subject.draft);
    case 'revision': {
      const { revision } = subject;
      const row = await tx
        .selectFrom('revisions')
        .select('id')
        .where('id', '=', revision)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirst();
      return row !== undefined;
    }
  }
}

function toPreviewLink(row: PreviewLinksTable): PreviewLink {
  const { id, draft, revision, path } = row;
  return {
    id,
    subject:
      revision !== null
        ? { kind: 'revision', revision }
        : draft !== null
          ? { kind: 'draft', draft }
          : { kind: 'published' },
    path,
    // Checked edge: written by `create`.
    locale: row.locale as Locale,
    facts: JSON.parse(row.facts) as PreviewFacts,
    createdBy: row.created_by,
    createdAt: Date.parse(row.created_at),
    expiresAt: Date.parse(row.expires_at),
  };
}
