import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import type { MailContent } from '#server/platform/mail/mail-content.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { renderHtml } from '#server/platform/mail/render-html.ts';
import { renderText } from '#server/platform/mail/render-text.ts';
import { countHit } from '#server/platform/limits/rate-limit.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Approval, DraftEvent, NotifyAboutDraft } from '#server/site/publications/ports.ts';
import { findPersonBehind } from '#server/staff/api-tokens.ts';
import { type DraftMailReader, listDraftMailReaders } from '#server/staff/draft-mails.ts';
import type { ColleagueMails } from '../colleagues/invitation-mail.ts';
import { getStaffTranslator } from '../../staff-translator.ts';
import { DRAFTS_PAGE, HISTORY_PAGE, PUBLISH_PAGE } from './tools.ts';

/** Submissions of a person with mails; publishers find further ones on their start page. */
const submissionLimit = { max: 20, windowSeconds: 3_600 } as const;

/**
 * Mails to colleagues about a draft, in the transaction of what happened to it: to colleagues with the permission to publish it when it is submitted, to the person
 * who submitted it when it is declined or published by another one.
 */
export const createDraftMails =
  (
    ports: Pick<PlatformPorts, 'clock' | 'random' | 'secrets' | 'mailDomain' | 'mailWritten'>,
    { mails, approval }: { readonly mails: Pick<ColleagueMails, 'frame' | 'url'>; readonly approval: Approval },
  ): NotifyAboutDraft =>
  async (tx, event) => {
    const addressed = await listAddressed(tx, event, approval);
    if (addressed.length === 0) return;
    if (event.kind === 'submitted') {
      const hit = { action: 'draft-mail/submitter', subject: event.by, limit: submissionLimit };
      if (!(await countHit(tx, ports.clock, [hit])).allowed) return;
    }
    const name = await findName(tx, event.by);
    for (const { email, locale } of addressed) {
      const frame = mails.frame(locale);
      const { page, query, label, ...content } = describe(event, locale, name, frame.site);
      const mail: MailContent = { ...content, button: { label, url: mails.url(locale, page, query) } };
      await enqueueMail(tx, ports, {
        template: `draft-${event.kind}`,
        locale,
        to: email,
        rendered: { subject: mail.subject, html: renderHtml(mail, frame), text: renderText(mail, frame) },
      });
    }
  };

async function listAddressed(
  tx: Transaction,
  event: DraftEvent,
  approval: Approval,
): Promise<readonly DraftMailReader[]> {
  const readers = (await listDraftMailReaders(tx)).filter(({ id }) => id !== event.by);
  if (event.kind !== 'submitted') {
    const person = await findPersonBehind(tx, event.to);
    return readers.filter(({ id }) => id === person);
  }
  const authors = approval === 'second-person' ? [...event.authors, event.by] : [];
  const own = new Set(await Promise.all(authors.map((actor) => findPersonBehind(tx, actor))));
  return readers.filter(({ id, permissions }) => permissions.includes('publish') && !own.has(id));
}

/** The name of a user or of the token of an API client. */
async function findName(tx: Transaction, actor: string): Promise<string> {
  const program = /^program:(.+)$/.exec(actor)?.[1];
  const row =
    program === undefined
      ? await tx.selectFrom('admins').select('name').where('id', '=', actor).executeTakeFirst()
      : await tx.selectFrom('program_tokens').select('name').where('id', '=', program).executeTakeFirst();
  return row?.name ?? actor;
}

function describe(
  event: DraftEvent,
  locale: Locale,
  name: string,
  site: string,
): Omit<MailContent, 'button'> & {
  readonly label: string;
  readonly page: string;
  readonly query: Readonly<Record<string, string>>;
} {
  const t = getStaffTranslator(locale);
  const { draft } = event;
  const words = { draft: draft.name, name };
  const frame = { greeting: t('invitationMail.greeting'), facts: [], reason: t('draftMail.reason', { site }) };
  switch (event.kind) {
    case 'submitted':
      return {
        ...frame,
        subject: t('draftMail.submitted.subject', words),
        preheader: t('draftMail.submitted.body', words),
        headline: t('draftMail.submitted.headline'),
        paragraphs: [t('draftMail.submitted.body', words), ...(event.note === '' ? [] : [event.note])],
        label: t('draftMail.open'),
        page: PUBLISH_PAGE,
        query: { draft: draft.id },
      };
    case 'declined':
      return {
        ...frame,
        subject: t('draftMail.declined.subject', words),
        preheader: t('draftMail.declined.body', words),
        headline: t('draftMail.declined.headline'),
        paragraphs: [t('draftMail.declined.body', words), event.reason, t('draftMail.declined.again')],
        label: t('draftMail.open'),
        page: DRAFTS_PAGE,
        query: { draft: draft.id },
      };
    case 'published': {
      const time = event.goesLiveAt === null ? [] : [t('draftMail.published.at', { time: t.moment(event.goesLiveAt) })];
      return {
        ...frame,
        subject: t('draftMail.published.subject', words),
        preheader: t('draftMail.published.body', words),
        headline: t('draftMail.published.headline'),
        paragraphs: [t('draftMail.published.body', words), ...time],
        label: t('draftMail.published.open'),
        page: HISTORY_PAGE,
        query: { revision: String(event.revision) },
      };
    }
  }
}
