import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import {
  BLOCK_FIELD,
  blockForm,
  CONFIRMATION_FIELD,
  isBlockForm,
  isFormDocument,
  splitBlockForm,
  type ShownForm,
} from '#engine/shared/shown-form.ts';
import type { SetCookie } from '#engine/decide/types.ts';
import { getFormRules } from '#engine/documents/journeys/form-fields.ts';
import type { Site } from '#engine/documents/types.ts';
import { buildHref, getRouteName } from '#engine/routing/links.ts';
import { isWebViewQuery } from '#engine/routing/web-view.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { AnsweredForm, AnsweredForms } from '#server/forms/answer-form.ts';
import type { RedirectEffect } from '#server/forms/effect.ts';
import type { FormPages } from '#server/forms/server-journey.ts';
import { applySessionChange } from '#server/forms/session-change.ts';
import { type MemberSignInPorts, signInMember } from '#server/forms/sign-in-member.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { getRateLimitKey } from '#server/platform/limits/rate-limit.ts';
import { cleanFields, readPostedForm } from '#server/platform/forms/validate-form.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import type { FiredEvents } from '#server/site/tracking/fired-events.ts';
import type { FormCounts } from '#server/http/routes/forms/form-counts.ts';
import { writeCookie } from '#server/site/sessions/cookies.ts';
import type { ReadVisitor } from '#server/site/visitors/read-visitor.ts';
import type { LoadFacts } from '#server/site/pages/load-facts.ts';
import type { PageHandler } from '#server/site/pages/page-handler.ts';
import { createReadFacts, isNavigation } from '#server/site/pages/read-facts.ts';
import { createClientAddressReader } from '#server/site/pages/client-address.ts';
import { readFormKey, buildFormKeyCookie } from '#server/site/sessions/form-key.ts';
import { readSession, type Session, buildSessionCookie } from '#server/site/sessions/session.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { type EffectResponse, answerTo, isTemporaryFailure, nameOutcome } from './answer.ts';
import { findFormPage, type FormPageTools, withOpenWindows } from './form-page.ts';
import { RenderRateLimiter } from '#server/platform/limits/render-rate-limiter.ts';
import { isExternal, redirectExternal } from './redirect-external.ts';
import {
  buildDeniedPage,
  buildOpenedPage,
  buildPhasePage,
  buildRedirectTarget,
  buildRefusedPage,
  buildStepPage,
} from './responses.ts';

export interface FormHandlerOptions {
  readonly ports: PlatformPorts;
  readonly forms: AnsweredForms;
  readonly journeys: readonly FormPages[];
  readonly settings: Pick<Settings, 'publicOrigin' | 'trustedProxies' | 'countryHeader'>;
  readonly site: () => Site;
  readonly pageHandler: PageHandler;
  readonly loadFacts: LoadFacts;
  readonly staff: Pick<MemberSignInPorts, 'issueAccessToken'>;
  readonly experiments: Pick<Experiments, 'facts' | 'readAttribution'>;
  readonly readVisitor: ReadVisitor;
  /** See `createReadFacts`. */
  readonly fullForms?: (() => ReadonlySet<string>) | undefined;
  readonly events: Pick<FiredEvents, 'fire'>;
  readonly counts: FormCounts;
  readonly log: Logger;
}

/** Route parameters of a form. */
export interface FormTarget {
  readonly form: AnsweredForm;
  readonly locale: Locale;
}

/** The visitor to redirect, and the page. */
interface Reader {
  readonly reply: FastifyReply;
  readonly site: Site;
  readonly locale: Locale;
  /** Cookies of the request. */
  readonly brought: Readonly<Record<string, string>>;
  readonly session: Session;
}

type FormHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  target: FormTarget,
  fields: URLSearchParams,
) => Promise<unknown>;

/** Handles a form: finds its page, runs the use case, responds. */
export function createFormHandler(options: FormHandlerOptions): FormHandler {
  const { ports, settings, pageHandler, counts, log, journeys } = options;
  const secure = settings.publicOrigin.startsWith('https:');
  const readSender = createClientAddressReader(settings.trustedProxies);
  const tools = createFormPageTools(options);
  const allowance = new RenderRateLimiter();

  return async (request, reply, target, posted) => {
    const { form, locale } = target;
    const started = performance.now();
    const { referer = '', cookie } = request.headers;
    const visitor = options.readVisitor(cookie, Date.now());
    const { cookies } = visitor;
    const formKey = readFormKey(cookies, secure);
    if (form.isKeyed && formKey === null && !wasAsked(request.url)) return askAgain(request, reply, target);
    const site = options.site();
    const sent = shownForm(form.form, posted);
    const fields = isBlockForm(sent)
      ? posted
      : cleanFields(getFormRules(sent, site), readLinks(posted, journeys, site));
    const network = getRateLimitKey(readSender(request.raw).address);
    const page = await findFormPage(
      {
        request: request.raw,
        site,
        form: sent,
        locale,
        fields,
        ownPage: form.page,
        visitor: { network },
        now: Date.now(),
      },
      tools,
    );
    const session = readSession(ports, cookies, secure);
    const reader = { reply, site, locale, session, brought: cookies };
    // The page's guards reject the visitor, so no form is open (R14); they decide where this visitor belongs.
    if (page === null)
      return redirect({ to: form.fallbackPath ?? form.page, query: form.keepInQuery?.(fields) ?? {} }, reader);
    const { place, form: shown, questions } = page;
    const decision = posted.has(CONFIRMATION_FIELD) ? withOpenWindows(page, site) : page.decision;
    const submission = {
      values: isBlockForm(shown) ? {} : readPostedForm(getFormRules(shown, site), fields),
      fields,
      session,
      formKey,
      network,
      referrer: referer,
      attribution: options.experiments.readAttribution(visitor),
      place,
      now: ports.clock.now(),
    };
    const waited = performance.now() - started;
    const answer = await answerTo(form, submission, ports.database.databaseHealth, waited);
    record(form.path, answer, request.id, performance.now() - started);
    const context = {
      route_name: getRouteName(decision.document, decision.locale),
      ...(isWebViewQuery(place.query, site) && { web_view: true }),
    };
    const events = options.events.fire({ ...answer, context }, visitor, Date.now());
    if ('to' in answer) return redirect(answer, reader, events);
    reply.hijack();
    if (!allowance.take(network)) return pageHandler.sendError(request.raw, reply.raw, 429, ['Retry-After', '60']);
    const response =
      'denied' in answer
        ? buildDeniedPage(answer, decision, site, locale)
        : 'opened' in answer
          ? buildOpenedPage(answer, decision)
          : 'phase' in answer
            ? buildPhasePage(answer, shown, decision)
            : 'stepIndex' in answer
              ? buildStepPage(answer, shown, decision, posted, site)
              : buildRefusedPage(answer, decision, { ...form, form: shown, questions }, posted, site);
    return pageHandler.sendAnswer(request.raw, reply.raw, site, {
      ...response,
      cookies: events === null ? [] : [events],
    });
  };

  /**
   * Without JavaScript, a first form has no cookie to recognize repeats by, and cacheable pages contain nothing about a visitor. A 307 makes the browser
   * resend the form with the cookie before anything happens, so that a lost response is repeated to this browser only. Browsers without cookies are
   * redirected once and continue without.
   */
  function askAgain({ url }: FastifyRequest, reply: FastifyReply, { form, locale }: FormTarget): FastifyReply {
    reply.header('Cache-Control', 'private, no-store');
    reply.header('Set-Cookie', writeCookie(buildFormKeyCookie(ports.random, secure), { basePath: '/', secure }));
    const query = isNavigation(url) ? `_nav=1&${ASKED}` : ASKED;
    return reply.redirect(buildHref(options.site(), { path: `/do/${form.path}`, locale, query }), 307);
  }

  async function redirect(
    effect: RedirectEffect,
    { reply, site, locale, session, brought }: Reader,
    events: SetCookie | null = null,
  ): Promise<FastifyReply> {
    const cookies: SetCookie[] = [];
    if (effect.session !== undefined)
      cookies.push(buildSessionCookie(ports, applySessionChange(session, effect.session), secure));
    cookies.push(...(await signInMember({ ports, ...options.staff }, effect.signInMemberId, brought)));
    if (events !== null) cookies.push(events);
    const location = buildRedirectTarget(effect, site, locale);
    // `fetch` cannot read the target of a redirect.
    if (isNavigation(reply.request.url)) {
      reply.hijack();
      pageHandler.sendRedirectTarget(reply.request.raw, reply.raw, { location, cookies });
      return reply;
    }
    const { basePath } = site.deployment;
    reply.header('Cache-Control', 'private, no-store');
    if (cookies.length > 0)
      reply.header(
        'Set-Cookie',
        cookies.map((cookie) => writeCookie(cookie, { basePath, secure })),
      );
    return isExternal(effect) ? redirectExternal(reply, location, site, locale) : reply.redirect(location, 303);
  }

  /** Logs and counts the outcome, never submitted values. */
  function record(useCase: string, answer: EffectResponse, id: string, milliseconds: number): void {
    const outcome = nameOutcome(answer);
    counts.add(useCase, outcome);
    log.info({ id, useCase, outcome, milliseconds: Math.round(milliseconds) }, 'form');
    if (!('error' in answer)) return;
    const level = isTemporaryFailure(answer.error) ? 'warn' : 'error';
    log[level]({ id, useCase, err: answer.error }, 'A form could not be answered; its visitor was asked to try later.');
  }
}

export const createFormPageTools = ({
  settings,
  loadFacts,
  readVisitor,
  experiments,
  fullForms,
  journeys,
}: FormHandlerOptions): FormPageTools => ({
  publicOrigin: settings.publicOrigin,
  loadFacts,
  readFacts: createReadFacts(settings, readVisitor, experiments.facts, undefined, fullForms),
  journeys,
});

/** The form names the block of its form document. */
function shownForm(form: ShownForm, posted: URLSearchParams): ShownForm {
  if (!isBlockForm(form)) return form;
  const { document } = splitBlockForm(form);
  return isFormDocument(document) ? blockForm(document, posted.get(BLOCK_FIELD) ?? '') : form;
}

/** Values of a link that was pasted into a field take precedence over those that the form repeats from its page. */
function readLinks(posted: URLSearchParams, journeys: readonly FormPages[], site: Site): URLSearchParams {
  const fields = new URLSearchParams(posted);
  for (const journey of journeys)
    for (const [field, value] of Object.entries(journey.linkedFields?.(posted, site) ?? {})) fields.set(field, value);
  return fields;
}

/** Query of a form that was redirected once. */
const ASKED = 'again=1';

const wasAsked = (url: string): boolean => /[?&]again=1(?:&|$)/.test(url);
