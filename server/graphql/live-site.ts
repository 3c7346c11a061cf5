import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { requireJourneyDocument } from '#engine/documents/journeys/journey-document.ts';
import type { Site } from '#engine/documents/types.ts';
import { localizeText } from '#engine/i18n/localize-text.ts';
import { toPlainText } from '#engine/i18n/to-plain-text.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import { bindTarget } from '#engine/routing/targets.ts';
import { nameOutcome } from '#server/http/routes/forms/answer.ts';
import { findFormPage } from '#server/http/routes/forms/form-page.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import type { FiredEvents } from '#server/site/tracking/fired-events.ts';
import type { FormCounts } from '#server/http/routes/forms/form-counts.ts';
import type { ReadVisitor } from '#server/site/visitors/read-visitor.ts';
import { getCorrelationId } from '#server/site/pages/correlation.ts';
import type { LoadFacts } from '#server/site/pages/load-facts.ts';
import { createReadFacts } from '#server/site/pages/read-facts.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { FormQuestion } from '#server/forms/operation.ts';
import type { FormPages } from '#server/forms/server-journey.ts';
import type { FormPlace } from '#server/forms/use-case.ts';
import type { GraphqlSite } from './context.ts';

export interface LiveSiteOptions {
  /** Returns the live site. */
  readonly site: () => Site;
  readonly settings: Pick<Settings, 'publicOrigin' | 'trustedProxies' | 'countryHeader'>;
  readonly loadFacts: LoadFacts;
  readonly experiments: Pick<Experiments, 'facts' | 'readAttribution'>;
  readonly readVisitor: ReadVisitor;
  readonly events: Pick<FiredEvents, 'fire'>;
  readonly counts: FormCounts;
  readonly journeys: readonly FormPages[];
  readonly log: Logger;
}

/** Implements the site port of the API with the live site. */
export function createLiveGraphqlSite(options: LiveSiteOptions): GraphqlSite {
  const { site, settings, loadFacts, experiments, readVisitor, events, counts, log, journeys } = options;
  const { publicOrigin } = settings;
  const tools = {
    publicOrigin,
    loadFacts,
    readFacts: createReadFacts(settings, readVisitor, experiments.facts),
    journeys,
  };
  const noPlace = (): FormPlace => {
    const current = site();
    return {
      site: current,
      locale: current.config.locales.default,
      document: null,
      routedDocument: null,
      path: '/',
      params: {},
      query: '',
    };
  };

  async function seenPlace(
    { form, locale, fields }: FormQuestion,
    request: IncomingMessage,
    network: string,
  ): Promise<FormPlace | null> {
    const question = {
      request,
      site: site(),
      form,
      locale,
      fields: new URLSearchParams(fields),
      ownPage: '/',
      visitor: { network },
      now: Date.now(),
    };
    return (await findFormPage(question, tools))?.place ?? null;
  }

  return {
    async formPlace(question, request, network) {
      const place = await seenPlace(question, request, network);
      // API clients may register without a visible page; the response promises nothing about one.
      return place ?? (isBrowser(request) ? null : { ...noPlace(), locale: question.locale });
    },
    noPlace,
    publicOrigin,
    text(key, locale) {
      const current = site();
      const linkTarget = (name: string) => bindTarget(current, `link:${name}`, locale);
      return toPlainText(localizeText(current, key, locale, { linkTarget }));
    },
    landingPath: (id) => createRouteTable(site()).paths.get(id ?? '') ?? '/',
    readAttribution: ({ headers }) => experiments.readAttribution(readVisitor(headers.cookie, Date.now())),
    journeyDocument: (name) => requireJourneyDocument(site(), name),
    answered(useCase, effect, request) {
      const outcome = nameOutcome(effect);
      counts.add(useCase, outcome);
      log.info({ id: getCorrelationId(request), useCase, outcome, over: 'graphql' }, 'form');
    },
    fired: (effect, request) => events.fire(effect, readVisitor(request.headers.cookie, Date.now()), Date.now()),
  };
}

/** API clients send neither a page nor an origin. */
function isBrowser({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}
