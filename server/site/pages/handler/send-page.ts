import type { FormState } from '#engine/compile/types.ts';
import { selectShownDocument } from '#engine/decide/decide.ts';
import { listQuestions } from '#engine/decide/forms.ts';
import type { FilledForm, PageDecision } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { RenderRateLimiter } from '#server/platform/limits/render-rate-limiter.ts';
import type { LoadShedder } from '#server/platform/limits/shedding.ts';
import { isUnavailableError, UnavailableError } from '#engine/shared/errors.ts';
import { FilledPages } from '../filled-pages.ts';
import { type Edge, withoutRenewal } from '../edge.ts';
import { isFilled } from '../page-source.ts';
import type { FilledFormPage, PageStore, StoredPage } from '../page-store.ts';
import type { LoadData } from '../page-data.ts';
import type { HeaderList } from '../security-headers.ts';
import { writePage, writeRedirect, type WriteOptions } from '../write-page.ts';
import type { DecidedPage } from './decide-page.ts';
import type { PageTelemetry } from './page-telemetry.ts';
import type { PageRequest } from './page-request.ts';

export interface SendOptions {
  readonly pages: PageStore;
  readonly notes: PageTelemetry;
  readonly write: (pageRequest: PageRequest) => WriteOptions;
  /** Rate limit key of the visitor. */
  readonly readNetwork: (pageRequest: PageRequest) => string;
  /** Loads data of blocks; default: no data. */
  readonly loadData?: LoadData | undefined;
  /** Whether to shed pages that must be compiled or filled; default: never. */
  readonly loadShedder?: LoadShedder | undefined;
  /** Counts this page, and returns whether the network is above its rate limit. */
  readonly isOverLimit: (pageRequest: PageRequest) => boolean;
  /** The configured cache in front; `null` for none. */
  readonly edge: Edge | null;
  /** Additional headers of a page. */
  readonly buildHeaders?: ((decision: PageDecision, site: Site) => HeaderList) | undefined;
  readonly refuse: (pageRequest: PageRequest, status: number, headers: HeaderList) => void;
  /** Responds 503. */
  readonly busy: (pageRequest: PageRequest) => void;
  /** Responds 429. */
  readonly tooMany: (pageRequest: PageRequest) => void;
  readonly fail: (pageRequest: PageRequest, error: unknown) => void;
  /** Called when a variation cannot be rendered: decides again without variations. */
  readonly withoutVariations: (pageRequest: PageRequest, decision: PageDecision, error: unknown) => void;
}

/** Sends a decision: prepared pages immediately, others when compiled, subject to limits. */
export function createSend(options: SendOptions): (decided: DecidedPage) => void {
  const { pages, notes, loadShedder, readNetwork } = options;
  const forcedVariations = new RenderRateLimiter();
  const refills = new RenderRateLimiter();
  const filledPages = new FilledPages();

  return ({ pageRequest, decision, change }) => {
    const { request, response, facts, site } = pageRequest;
    if (decision.kind === 'redirect') {
      const answer = writeRedirect(request, response, decision, facts.navigation, options.write(pageRequest));
      notes.sent(request, response, answer);
      return notes.shown(decision, () => readNetwork(pageRequest));
    }
    if (change !== undefined)
      return sendOwn(
        pageRequest,
        decision,
        pages.compileWith(site, decision, change).then((page) => ({ page, values: {} })),
      );
    const representation = facts.navigation ? 'navigation' : 'page';
    const { filled, data } = decision;
    if (data !== undefined) {
      if (isRefused(pageRequest)) return;
      return void sendData(pageRequest, decision).catch((error: unknown) =>
        isUnavailableError(error)
          ? options.refuse(pageRequest, 503, ['Retry-After', '30'])
          : options.fail(pageRequest, error),
      );
    }
    if (filled !== undefined && refills.take(readNetwork(pageRequest))) {
      if (isRefused(pageRequest)) return;
      return sendOwn(
        pageRequest,
        decision,
        pages.loadWithForm(site, decision, filledState(decision, filled, site), representation),
      );
    }
    const page = pages.find(site, decision, representation);
    const isReady =
      page === undefined ? pages.isAtHand(site, decision, representation) : !isFilled(page.shape, decision.values);
    if (!isReady && isRefused(pageRequest)) return;
    if (page !== undefined) return sendPage(pageRequest, decision, page);
    // Requests can force combinations of variations that are never assigned, and each costs a compilation.
    if (decision.forced && !forcedVariations.take(readNetwork(pageRequest)))
      return options.refuse(pageRequest, 429, ['Retry-After', '60']);
    pages
      .load(site, decision, representation)
      .then((loaded) => sendPage(pageRequest, decision, loaded))
      .catch((error: unknown) =>
        decision.variations.length === 0
          ? options.fail(pageRequest, error)
          : options.withoutVariations(pageRequest, decision, error),
      );
  };

  /** Responds to an expensive page request above a limit. */
  function isRefused(pageRequest: PageRequest): boolean {
    if (loadShedder?.('pages') === true) options.busy(pageRequest);
    else if (options.isOverLimit(pageRequest)) options.tooMany(pageRequest);
    else return false;
    return true;
  }

  /** A page for this visitor only. */
  function sendOwn(pageRequest: PageRequest, decision: PageDecision, answer: Promise<FilledFormPage>): void {
    answer
      .then(({ page, values }) => {
        sendPage(pageRequest, { ...ownPage(decision), values: { ...decision.values, ...values } }, page, false);
      })
      .catch((error: unknown) => options.fail(pageRequest, error));
  }

  /** A page with data for this visitor. */
  async function sendData(pageRequest: PageRequest, decision: PageDecision): Promise<void> {
    const { request, site, facts } = pageRequest;
    if (options.loadData === undefined)
      throw new UnavailableError('A page with data was asked for, but there is no database.');
    const { blocks, cookies = [] } = await options.loadData({
      request,
      site,
      decision,
      network: readNetwork(pageRequest),
    });
    const page = await pages.loadWithData(site, decision, blocks, facts.navigation ? 'navigation' : 'page');
    sendPage(pageRequest, { ...ownPage(decision), cookies: [...decision.cookies, ...cookies] }, page, false);
  }

  /** @param isOfMany whether its values are those of an address, not of one visitor's form or data */
  function sendPage(pageRequest: PageRequest, decision: PageDecision, page: StoredPage, isOfMany = true): void {
    const { request, response, facts } = pageRequest;
    const { edge } = options;
    const base = options.write(pageRequest);
    const own = options.buildHeaders?.(decision, pageRequest.site) ?? NOTHING;
    const renews = edge === null || decision.cookies.length === 0 || !edge.isBehind(request);
    const sent = renews ? decision : { ...decision, cookies: withoutRenewal(decision.cookies, facts) };
    const isCommon = !decision.confidential && facts.session?.state !== 'open';
    const isClaimed = pageRequest.matched.match.claimedBy !== undefined && decision.outcome !== 'not-found';
    const written: WriteOptions = {
      ...base,
      extra: own.length === 0 ? base.extra : [...base.extra, ...own],
      edge,
      isOfAddress: isCommon && isClaimed,
      fill: isCommon && isOfMany ? filledPages.fill : undefined,
    };
    notes.sent(request, response, writePage(request, response, page, sent, written), decision);
    notes.shown(decision, () => readNetwork(pageRequest));
  }
}

const NOTHING: HeaderList = [];

const ownPage = (decision: PageDecision): PageDecision => ({ ...decision, personal: true, cacheScope: undefined });

/** The form with earlier values; values of the page take precedence. */
function filledState(decision: PageDecision, { form, values: before }: FilledForm, site: Site): FormState {
  const { notice, values } = decision;
  const questions = listQuestions(selectShownDocument(decision, site), site).get(form);
  const state = { form, ...(questions !== undefined && { questions }) };
  if (notice?.form !== form) return { ...state, values: before, errors: {} };
  const filled = Object.entries(notice.holes).map(([field, name]) => [field, values[name] ?? '']);
  return { ...state, values: { ...before, ...Object.fromEntries(filled) }, errors: notice.errors };
}
