import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIRMATION_FIELD } from '#engine/shared/shown-form.ts';
import type { FormState } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { FormConfirm } from '#schemas/generated/documents.ts';
import { toRedirect } from '#server/forms/entries/answer-form-document.ts';
import type { ConfirmationState } from '#server/forms/answer-form.ts';
import { getRateLimitKey } from '#server/platform/limits/rate-limit.ts';
import { RenderRateLimiter } from '#server/platform/limits/render-rate-limiter.ts';
import { createClientAddressReader } from '#server/site/pages/client-address.ts';
import { isTemporaryFailure } from './answer.ts';
import { findFormPage, type FormPage, withOpenWindows } from './form-page.ts';
import { buildRedirectTarget } from './responses.ts';
import { createFormPageTools, type FormHandlerOptions, type FormTarget } from './handle-form.ts';

type ConfirmationPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  target: FormTarget,
  token: string,
) => Promise<unknown>;

/**
 * Handles the confirmation link in a mail to the sender of a form document: the page of the form with a button in place of the fields, with
 * thanks after it was pressed, or with the fields for an expired link (410).
 */
export function createConfirmationPage(options: FormHandlerOptions): ConfirmationPage {
  const { settings, pageHandler, log } = options;
  const tools = createFormPageTools(options);
  const readSender = createClientAddressReader(settings.trustedProxies);
  const allowance = new RenderRateLimiter();

  return async (request, reply, target, token) => {
    const { form } = target;
    const network = getRateLimitKey(readSender(request.raw).address);
    if (!allowance.take(network)) {
      reply.hijack();
      return pageHandler.sendError(request.raw, reply.raw, 429, ['Retry-After', '60']);
    }
    try {
      const site = options.site();
      const confirmation = (await form.readConfirmation?.(token)) ?? { state: 'expired' };
      const { confirm, sent } = site.forms.get(form.path) ?? {};
      const thanked = confirmation.state === 'confirmed' ? (confirm?.confirmed ?? sent) : undefined;
      if (thanked?.show === 'page') {
        const location = buildRedirectTarget(toRedirect(thanked, site), site, target.locale);
        return reply.header('Cache-Control', 'private, no-store').redirect(location, 303);
      }
      reply.hijack();
      const page = await findPage(request, target, confirmation, { site, network });
      if (page === null) return await pageHandler.sendError(request.raw, reply.raw, 404);
      const decision = { ...withOpenWindows(page, site), confidential: true };
      const isOver = confirmation.state === 'expired' || (confirmation.state === 'waiting' && confirm === undefined);
      const formState = { form: page.form, values: {}, errors: {}, ...describeState(confirmation, confirm, token) };
      return await pageHandler.sendAnswer(request.raw, reply.raw, site, {
        decision,
        status: isOver ? 410 : 200,
        formState,
      });
    } catch (error) {
      reply.hijack();
      const level = isTemporaryFailure(error) ? 'warn' : 'error';
      log[level]({ id: request.id, err: error }, 'The link to confirm an entry could not be answered.');
      return pageHandler.sendServiceUnavailable(request.raw, reply.raw);
    }
  };

  /** The page with the form; another page that has the form when the first was removed. */
  function findPage(
    request: FastifyRequest,
    { form, locale }: FormTarget,
    confirmation: ConfirmationState,
    { site, network }: { readonly site: Site; readonly network: string },
  ): Promise<FormPage | null> {
    const stoodOn = confirmation.state === 'expired' ? null : confirmation.document;
    const fields = new URLSearchParams(stoodOn === null ? {} : { document: stoodOn });
    const question = { request: request.raw, site, form: form.form, locale, fields, ownPage: form.page };
    return findFormPage({ ...question, visitor: { network }, now: Date.now() }, tools);
  }
}

/** A form that stopped requiring confirmation is shown again: an entry that is sent again counts immediately. */
function describeState(
  { state }: ConfirmationState,
  confirm: FormConfirm | undefined,
  token: string,
): Partial<FormState> {
  if (state === 'confirmed') return { phase: confirm === undefined ? 'sent' : 'confirmed' };
  if (confirm === undefined) return {};
  return state === 'waiting'
    ? { phase: 'confirm', values: { [CONFIRMATION_FIELD]: token } }
    : { refusal: confirm.expired };
}
