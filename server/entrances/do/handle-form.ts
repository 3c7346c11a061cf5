import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Site } from '#engine/documents/types.ts';
import { parseRegistrationCode } from '#journeys/registration/base/registration-code.ts';
import { screens } from '#journeys/registration/base/screens.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Members } from '#server/members/index.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { networkOf } from '#server/platform/limits/rate-limit.ts';
import { readPostedForm } from '#server/platform/forms/validate-form.ts';
import { conversionOf } from '#server/entrances/do/conversion-of.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import type { FormCounts } from '#server/entrances/do/form-counts.ts';
import { readCookies, writeCookie } from '#server/site/sessions/cookies.ts';
import type { LookUp } from '#server/site/pages/look-up.ts';
import type { PageFront } from '#server/site/pages/page-front.ts';
import { createReadFacts, isNavigation } from '#server/site/pages/read-facts.ts';
import { createSenderReader } from '#server/site/pages/sender.ts';
import { readSession, sessionCookie } from '#server/site/sessions/session.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { type Answer, answerTo, isOutage, outcomeName } from './answer.ts';
import { findFormPage } from './form-page.ts';
import { storedReferralIn } from './stored-referral.ts';
import { RenderAllowance } from '#server/platform/limits/render-allowance.ts';
import { deniedPage, openedPage, type Redirect, redirectTarget, refusedPage } from './responses.ts';
import type { UseCase } from './use-case.ts';

export interface FormHandlerOptions {
  readonly ports: PlatformPorts;
  readonly members: Members;
  readonly settings: Pick<Settings, 'publicOrigin' | 'trustedProxies' | 'countryHeader'>;
  readonly site: () => Site;
  readonly front: PageFront;
  readonly lookUp: LookUp;
  readonly experiments: Pick<Experiments, 'facts' | 'converted'>;
  readonly counts: FormCounts;
  readonly log: Logger;
  /** Milliseconds, see `answerTo`. */
  readonly signOfLife?: number;
}

/** What the address of a form names. */
export interface FormTarget {
  readonly name: string;
  readonly useCase: UseCase;
  readonly locale: Locale;
}

/** A code that was typed is not lost where no page with its form can be shown: the address names it. */
function typedCode(form: FormName, fields: URLSearchParams): Pick<Redirect, 'query'> {
  const rc = form === 'code' ? parseRegistrationCode((fields.get('code') ?? '').trim()) : null;
  return rc === null ? {} : { query: { rc } };
}

type FormHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  target: FormTarget,
  fields: URLSearchParams,
) => Promise<unknown>;

/** Answers one form: find its page, run its use case, say what became of it. */
export function createFormHandler(options: FormHandlerOptions): FormHandler {
  const { ports, members, settings, front, counts, log } = options;
  const { publicOrigin } = settings;
  const secure = publicOrigin.startsWith('https:');
  const readSender = createSenderReader(settings.trustedProxies);
  const tools = {
    publicOrigin,
    lookUp: options.lookUp,
    readFacts: createReadFacts(settings, options.experiments.facts),
  };
  const allowance = new RenderAllowance();

  return async (request, reply, { name, useCase, locale }, fields) => {
    const started = performance.now();
    const site = options.site();
    const { form, page: ownPage, otherwise = screens.start } = useCase;
    const network = networkOf(readSender(request.raw).address);
    const place = { request: request.raw, site, form, locale, fields, ownPage, visitor: { network }, now: Date.now() };
    const page = await findFormPage(place, tools);
    // The page's guards turn the visitor away: nothing is open any more (R14).
    if (page === null) return redirect(reply, { to: otherwise, ...typedCode(form, fields) }, site, locale);
    const { referer = '', cookie } = request.headers;
    const { document, linkedCode, decision } = page;
    const submission = {
      ports,
      members,
      site,
      locale,
      values: readPostedForm(form, fields),
      session: readSession(ports, readCookies(cookie), secure),
      network,
      referrer: referer,
      storedReferral: storedReferralIn(fields),
      document,
      path: decision.path,
      linkedCode,
    };
    const waited = performance.now() - started;
    const answer = await answerTo(useCase, submission, waited, options.signOfLife);
    record(name, answer, request.id, performance.now() - started);
    const event = conversionOf(answer);
    if (event !== null) options.experiments.converted(event, readCookies(cookie), Date.now());
    if ('to' in answer) return redirect(reply, answer, site, locale);
    reply.hijack();
    if (!allowance.take(network)) return front.sendError(request.raw, reply.raw, 429, ['Retry-After', '60']);
    const response =
      'denied' in answer
        ? deniedPage(answer, page, site, locale)
        : 'opened' in answer
          ? openedPage(answer, decision)
          : refusedPage(answer, decision, form, fields);
    return front.sendAnswer(request.raw, reply.raw, site, response);
  };

  function redirect(reply: FastifyReply, answer: Redirect, site: Site, locale: Locale): FastifyReply {
    reply.header('Cache-Control', 'private, no-store');
    if (answer.session !== undefined) {
      const cookie = sessionCookie(ports, answer.session, secure);
      reply.header('Set-Cookie', writeCookie(cookie, { basePath: '/', secure }));
    }
    const location = redirectTarget(answer, site, locale);
    // A script that sent the form cannot read where a redirect leads.
    return isNavigation(reply.request.url) ? reply.send({ location }) : reply.redirect(location, 303);
  }

  /** Never anything that was typed. */
  function record(useCase: string, answer: Answer, id: string, milliseconds: number): void {
    const outcome = outcomeName(answer);
    counts.add(useCase, outcome);
    log.info({ id, useCase, outcome, milliseconds: Math.round(milliseconds) }, 'form');
    if (!('error' in answer)) return;
    const level = isOutage(answer.error) ? 'warn' : 'error';
    log[level]({ id, useCase, err: answer.error }, 'A form could not be answered; its visitor was asked to try later.');
  }
}
