import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { FormState } from '#engine/compile/types.ts';
import type { Decision, Facts, Match, PageDecision } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { networkOf } from '#server/data/rate-limit.ts';
import { asksToDebug, debugPage } from '#server/debug/debug-bar.ts';
import { RenderAllowance } from '#server/do/render-allowance.ts';
import type { Experiments } from '#server/experiments/experiments.ts';
import { comeBackLater, type Shed } from '#server/http/shedding.ts';
import type { Settings } from '#server/settings/read-settings.ts';
import { correlationId, givenCorrelationId } from './correlation.ts';
import { createSendErrorPage, type SendErrorPage, writeBuiltInPage } from './error-page.ts';
import type { LookUp } from './look-up.ts';
import type { AnswerClass, PageCounts } from './page-counts.ts';
import { isFilled } from './page-source.ts';
import type { PageStore, StoredPage } from './page-store.ts';
import { createReadFacts, isNavigation, plain, withFound, withoutExperiments } from './read-facts.ts';
import { createSenderReader } from './sender.ts';
import { securityHeaders, type HeaderList } from './security-headers.ts';
import { writePage, writeRedirect, type WriteOptions } from './write-page.ts';

/** Longer URLs are refused with 414. */
const LONGEST_URL = 4096;

const nothing: HeaderList = [];

/** One page in so many is written to the log. */
const LOG_SAMPLE = 100;

export interface PageFrontOptions {
  readonly settings: Pick<Settings, 'publicOrigin' | 'basePath' | 'countryHeader' | 'trustedProxies'>;
  readonly site: () => Site;
  readonly pages: PageStore;
  readonly match: (url: string, site: Site) => Match;
  readonly decide: (facts: Facts, site: Site) => Decision;
  readonly lookUp: LookUp;
  /** Which arms visitors get, and who counts them; absent: everybody gets the documents themselves. */
  readonly experiments?: Pick<Experiments, 'facts' | 'sent'>;
  /** Whether a visitor may see why a page is sent, by asking for it in its URL; nobody when left out. */
  readonly mayDebug?: (facts: Facts) => Promise<boolean>;
  /** Whether a path (without base path and language) belongs to the router, such as `/assets/x.js`. */
  readonly isReserved: (path: string) => boolean;
  readonly counts: PageCounts;
  readonly log: Logger;
  /** Development sends pages uncompressed. */
  readonly compressed: boolean;
  /** The server is about to stop: connections end with their answer. */
  readonly closing: () => boolean;
  /** Whether pages that must be compiled or filled are refused for now; never when left out. */
  readonly shed?: Shed;
  /** Headers that only this page has. */
  readonly headersOf?: (decision: PageDecision, site: Site) => HeaderList;
}

/** A page for one visitor alone, decided elsewhere: the answer to a form. */
export interface PageAnswerOnce {
  readonly decision: PageDecision;
  readonly status: number;
  /** What the visitor sent and why it was refused; such a page is compiled for this answer. */
  readonly formState?: FormState;
  readonly headers?: HeaderList;
}

export interface PageFront {
  /** Answers a request for a page and returns true; returns false for everything that belongs to the router. Never throws. */
  send(request: IncomingMessage, response: ServerResponse): boolean;
  readonly sendError: SendErrorPage;
  /** Asks to come back later, at no cost. */
  sendBusy(request: IncomingMessage, response: ServerResponse): void;
  /** Sends a page that nobody else may see. Never rejects. */
  sendAnswer(request: IncomingMessage, response: ServerResponse, site: Site, answer: PageAnswerOnce): Promise<void>;
}

/** Answers pages before any router: match, look up what is needed, decide, send ready bytes. */
export function createPageFront(options: PageFrontOptions): PageFront {
  const { settings, site, pages, match, decide, lookUp, counts, log } = options;
  const constants = securityHeaders(settings.publicOrigin);
  const readFacts = createReadFacts(settings, options.experiments?.facts);
  const forcedArms = new RenderAllowance();
  const refills = new RenderAllowance();
  const readSender = createSenderReader(settings.trustedProxies);
  const cookieScope = { basePath: settings.basePath, secure: settings.publicOrigin.startsWith('https:') };
  let sent = 0;

  const write = (request: IncomingMessage | null, now: number): WriteOptions => {
    const correlation = request && givenCorrelationId(request);
    const extra = correlation ? ['X-Correlation-ID', correlation] : nothing;
    return {
      constants,
      extra: options.closing() ? [...extra, 'Connection', 'close'] : extra,
      cookieScope,
      now,
      compressed: options.compressed,
    };
  };
  const sendError = createSendErrorPage({
    site,
    pages,
    write: () => write(null, Date.now()),
    onFailure: (error) =>
      log.error({ err: error }, 'The document for errors cannot be shown; the built-in page was sent.'),
  });

  function refuse(request: IncomingMessage, response: ServerResponse, status: number, headers?: HeaderList): void {
    counts.add('error', status);
    void sendError(request, response, status, headers);
  }

  function sendBusy(request: IncomingMessage, response: ServerResponse): void {
    counts.add('error', 503);
    const { extra } = write(request, Date.now());
    writeBuiltInPage(request, response, 503, [...constants, ...extra, ...comeBackLater]);
  }

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const id = correlationId(request);
    log.error({ err: error, id, path: loggedPath(request) }, 'A page could not be sent.');
    refuse(request, response, 500, ['X-Correlation-ID', id]);
  }

  /** Only paths of documents: whatever else a visitor asks for may be a code, a name or an address. Never the query: tokens travel in it. */
  function loggedPath(request: IncomingMessage): string {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const { kind } = match(path, site());
    return kind === 'page' || kind === 'landing' ? path : `(${kind})`;
  }

  function finish(request: IncomingMessage, response: ServerResponse, kind: AnswerClass): void {
    counts.add(kind, response.statusCode);
    sent += 1;
    if (sent % LOG_SAMPLE === 1) {
      log.info(
        {
          id: correlationId(request),
          path: loggedPath(request),
          status: response.statusCode,
          answer: kind,
          sample: LOG_SAMPLE,
        },
        'page',
      );
    }
  }

  function answer(request: IncomingMessage, response: ServerResponse, url: string): void {
    const refusal = refusalOf(request, url);
    if (refusal !== null) return refuse(request, response, refusal.status, refusal.headers);
    const current = site();
    const facts = readFacts(request, url, Date.now());
    const matched = match(url, current);
    if (matched.needs.length === 0) return send(request, response, facts, current);
    lookUp(matched, facts, { network: networkOf(readSender(request).address) })
      .then((found) => send(request, response, withFound(facts, found), current))
      .catch((error: unknown) => fail(request, response, error));
  }

  function send(request: IncomingMessage, response: ServerResponse, facts: Facts, current: Site): void {
    if (options.mayDebug === undefined || facts.navigation || !asksToDebug(facts.url))
      return sendDecision(request, response, facts, current, decide(facts, current));
    options
      .mayDebug(facts)
      .catch(() => false)
      .then((may) => {
        if (may) return sendDebugged(request, response, plain(facts), current);
        // Who may see more asks at the same address, so that no shared cache may keep what others get there.
        const decision = decide(facts, current);
        const own = decision.kind === 'page' ? { ...decision, personal: true } : decision;
        return sendDecision(request, response, facts, current, own);
      })
      .catch((error: unknown) => fail(request, response, error));
  }

  /** Counts for nothing, but the visitor keeps the arms that it names. */
  async function sendDebugged(
    request: IncomingMessage,
    response: ServerResponse,
    facts: Facts,
    current: Site,
  ): Promise<void> {
    const { decision, addBar } = debugPage(facts, current);
    const { featureUsage: _featureUsage, ...decided } = decision;
    const uncounted = { ...decided, exposures: [] };
    if (uncounted.kind === 'redirect') return sendDecision(request, response, facts, current, uncounted);
    const page = await pages.compileWith(current, uncounted, addBar);
    sendPage(request, response, page, { ...uncounted, personal: true, indexable: false }, facts.now, current);
  }

  function sendDecision(
    request: IncomingMessage,
    response: ServerResponse,
    facts: Facts,
    current: Site,
    decision: Decision,
  ): void {
    if (decision.kind === 'redirect') {
      finish(
        request,
        response,
        writeRedirect(request, response, decision, facts.navigation, write(request, facts.now)),
      );
      note(decision);
      return;
    }
    const representation = facts.navigation ? 'navigation' : 'page';
    const { draft } = decision;
    if (draft !== undefined && refills.take(networkOf(readSender(request).address))) {
      if (options.shed?.('pages') === true) return sendBusy(request, response);
      pages
        .compileOnce(current, decision, draftState(decision, draft), representation)
        .then((page) => sendPage(request, response, page, decision, facts.now, current))
        .catch((error: unknown) => fail(request, response, error));
      return;
    }
    const page = pages.find(current, decision, representation);
    const isReady = page !== undefined && !isFilled(page.source, decision.values);
    if (!isReady && options.shed?.('pages') === true) return sendBusy(request, response);
    if (page !== undefined) return sendPage(request, response, page, decision, facts.now, current);
    // Anybody can ask for combinations of arms that nobody has, and each costs a compilation.
    if (decision.forced && !forcedArms.take(networkOf(readSender(request).address)))
      return refuse(request, response, 429, ['Retry-After', '60']);
    pages
      .load(current, decision, representation)
      .then((loaded) => sendPage(request, response, loaded, decision, facts.now, current))
      .catch((error: unknown) => {
        if (decision.arms.length === 0) return fail(request, response, error);
        log.error({ err: error, arms: decision.arms }, 'An arm could not be rendered; its base was sent.');
        return send(request, response, withoutExperiments(facts), current);
      });
  }

  function sendPage(
    request: IncomingMessage,
    response: ServerResponse,
    page: StoredPage,
    decision: PageDecision,
    now: number,
    current: Site,
  ): void {
    const base = write(request, now);
    const own = options.headersOf?.(decision, current) ?? nothing;
    const written = own.length === 0 ? base : { ...base, extra: [...base.extra, ...own] };
    finish(request, response, writePage(request, response, page, decision, written));
    note(decision);
  }

  function note(decision: Decision): void {
    const { exposures, featureUsage, withdrawn } = decision;
    if (exposures.length > 0 || featureUsage !== undefined || withdrawn !== undefined)
      options.experiments?.sent(decision);
  }

  async function sendAnswer(
    request: IncomingMessage,
    response: ServerResponse,
    current: Site,
    { decision, status, formState, headers = nothing }: PageAnswerOnce,
  ): Promise<void> {
    try {
      const representation = isNavigation(request.url ?? '') ? 'navigation' : 'page';
      const page = await (formState === undefined
        ? pages.load(current, decision, representation)
        : pages.compileOnce(current, decision, formState, representation));
      const base = write(request, Date.now());
      const answered = { ...decision, status, cookies: [], personal: true, indexable: false };
      const written = { ...base, extra: [...base.extra, ...headers] };
      finish(request, response, writePage(request, response, page, answered, written));
    } catch (error) {
      fail(request, response, error);
    }
  }

  return {
    send(request, response) {
      const url = request.url ?? '/';
      if (!isPageUrl(url, settings.basePath, options.isReserved)) return false;
      try {
        answer(request, response, url);
      } catch (error) {
        fail(request, response, error);
      }
      return true;
    },
    sendError,
    sendBusy,
    sendAnswer,
  };
}

/** The first step with what was filled in before; a code in the address that is refused has its field. */
function draftState({ notice, values }: PageDecision, draft: Readonly<Record<string, string>>): FormState {
  const form = 'registration-step-1';
  if (notice?.form !== form) return { form, values: draft, errors: {} };
  const linked = Object.entries(notice.holes).map(([field, name]) => [field, values[name] ?? '']);
  return { form, values: { ...draft, ...Object.fromEntries(linked) }, errors: notice.errors };
}

interface Refusal {
  readonly status: number;
  readonly headers?: HeaderList;
}

function refusalOf(request: IncomingMessage, url: string): Refusal | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, headers: ['Allow', 'GET, HEAD'] };
  if (url.length > LONGEST_URL) return { status: 414 };
  return isWellFormed(url) ? null : { status: 400 };
}

function isWellFormed(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    return !decodeURIComponent(url).includes('\0');
  } catch {
    return false;
  }
}

/** Everything below the base path that is not reserved, with or without a language in front. */
function isPageUrl(url: string, basePath: string, isReserved: (path: string) => boolean): boolean {
  if (!url.startsWith(basePath)) return false;
  const queryAt = url.indexOf('?');
  const path = url.slice(basePath.length - 1, queryAt < 0 ? undefined : queryAt);
  if (isReserved(path)) return false;
  return path[3] !== '/' || !isReserved(path.slice(3));
}
