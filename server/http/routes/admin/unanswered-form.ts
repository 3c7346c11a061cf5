import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeAttribute, escapeHtml } from '#engine/shared/escape.ts';
import type { Logger } from 'pino';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Action } from '#server/admin/admin-page.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';
import { FORM_TYPE } from '#server/platform/requests/bodies.ts';
import { isTemporaryFailure } from '../forms/answer.ts';
import { renderPlainPage } from '../plain-page.ts';
import type { Refuse } from './refuse.ts';
import { OWN_FIELDS } from './admin-request.ts';
import { getBodyLimit, getTypedLimit, readSentForm, type SentForm } from './read-fields.ts';

interface FailedPorts {
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly getTranslator: (locale: Locale) => StaffTranslator;
}

/** Reads the form of a request once. */
export function createFormReader({ raw }: FastifyRequest, locale: Locale, action: Action): () => Promise<SentForm> {
  let reading: Promise<SentForm> | undefined;
  return () => (reading ??= readSentForm(raw, getBodyLimit(action), locale, getTypedLimit(action)));
}

interface Unanswered {
  readonly locale: Locale;
  readonly readForm: () => Promise<SentForm>;
}

/** Answers a request of the admin area that failed; during an outage a form is shown again with its values. */
export const createFailed =
  ({ log, getTranslator }: FailedPorts, refuse: Refuse) =>
  async (request: FastifyRequest, reply: FastifyReply, error: unknown, sent?: Unanswered): Promise<unknown> => {
    const isOutage = isTemporaryFailure(error);
    log[isOutage ? 'warn' : 'error']({ err: error, id: request.id }, 'A form of an admin page failed.');
    if (!isOutage) return refuse(request, reply, 500);
    const form = sent === undefined ? null : await readAgain(request, sent.readForm);
    return sent === undefined || form === null
      ? refuse(request, reply, 503, ['Retry-After', '30'])
      : sendUnanswered(reply, getTranslator(sent.locale), sent.locale, form);
  };

/** The form of a request that failed; `null` when it cannot be sent again without a file or a password. */
async function readAgain({ headers }: FastifyRequest, readForm: () => Promise<SentForm>): Promise<SentForm | null> {
  // Other forms may hold files.
  if (headers['content-type']?.toLowerCase().startsWith(FORM_TYPE) !== true) return null;
  const form = await readForm().catch(() => null);
  // Without a key, the body was read before, and what it said is gone.
  return form?.isTypedWhole === true && !form.hasPassword && form.fields.key !== '' ? form : null;
}

/**
 * A page that sends a form again, which may have been carried out: it has the same key, so that it runs once. Every page of the admin area
 * needs the database, which does not answer.
 */
function sendUnanswered(
  reply: FastifyReply,
  t: StaffTranslator,
  locale: Locale,
  { typed, token, account, storedForm, at, fields }: SentForm,
): FastifyReply {
  const values = Object.entries({
    ...typed,
    [OWN_FIELDS.token]: token,
    [OWN_FIELDS.account]: account,
    [OWN_FIELDS.key]: fields.key,
    [OWN_FIELDS.at]: at,
    [OWN_FIELDS.storedForm]: storedForm,
  });
  const inputs = values.map(
    ([name, value]) => `<input type="hidden" name="${escapeAttribute(name)}" value="${escapeAttribute(value)}">`,
  );
  const { html, policy } = renderPlainPage({
    locale,
    title: t('form.unanswered'),
    text: t('form.unansweredText'),
    form: `<form method="post">${inputs.join('')}<button>${escapeHtml(t('form.again'))}</button></form>`,
  });
  return reply
    .code(503)
    .type('text/html; charset=utf-8')
    .headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policy, 'Retry-After': '30' })
    .send(html);
}
