import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIRMATION_FIELD } from '#engine/shared/shown-form.ts';
import type { FormState } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { ConfirmationState } from '#server/forms/answer-form.ts';
import { rateLimitKey } from '#server/platform/limits/rate-limit.ts';
import { RenderRateLimiter } from '#server/platform/limits/render-rate-limiter.ts';
import { createClientAddressReader } from '#server/site/pages/client-address.ts';
import { isTemporaryFailure } from './answer.ts';
import { findFormPage, type FormPage } from './form-page.ts';
import { createFormPageTools, type FormHandlerOptions, type FormTarget } from './handle-form.ts';

type ConfirmationPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  target: FormTarget,
  token: string,
) => Promise<unknown>;

/**
 * Answers the link of a mail that asks the sender of a form document to confirm the address: the page of the form with a button in the place
 * of the fields, with thanks once it was pressed, and with the fields again when the link is out of date (410).
 */
export function createConfirmationPage(options: FormHandlerOptions): ConfirmationPage {
  const { settings, pageHandler, log } = options;
  const tools = createFormPageTools(options);
  const readSender = createClientAddressReader(settings.trustedProxies);
  const allowance = new RenderRateLimiter();

  return async (request, reply, target, token) => {
    const { form } = target;
    const network = rateLimitKey(readSender(request.raw).address);
    reply.hijack();
    if (!allowance.take(network)) return pageHandler.sendError(request.raw, reply.raw, 429, ['Retry-After', '60']);
    try {
      const site = options.site();
      const confirmation = (await form.readConfirmation?.(token)) ?? { state: 'expired' };
      const page = await findPage(request, target, confirmation, { site, network });
      if (page === null) return await pageHandler.sendError(request.raw, reply.raw, 404);
      const decision = { ...page.decision, confidential: true };
      const status = confirmation.state === 'expired' ? 410 : 200;
      const state = describeState(confirmation, target, site, token);
      const formState = { form: page.form, values: {}, errors: {}, ...state };
      return await pageHandler.sendAnswer(request.raw, reply.raw, site, { decision, status, formState });
    } catch (error) {
      const level = isTemporaryFailure(error) ? 'warn' : 'error';
      log[level]({ id: request.id, err: error }, 'The link to confirm an entry could not be answered.');
      return pageHandler.sendServiceUnavailable(request.raw, reply.raw);
    }
  };

  /** The page that the form stood on; another page with the form where that one is gone. */
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

function describeState(
  { state }: ConfirmationState,
  { form }: FormTarget,
  site: Site,
  token: string,
): Partial<FormState> {
  const confirm = site.forms.get(form.path)?.confirm;
  if (state === 'waiting') return { phase: 'confirm', values: { [CONFIRMATION_FIELD]: token } };
  if (state === 'confirmed') return { phase: confirm === undefined ? 'sent' : 'confirmed' };
  return confirm === undefined ? {} : { refusal: confirm.expired };
}
