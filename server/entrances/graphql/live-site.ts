import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { composeArms } from '#engine/documents/compose.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { localizeText } from '#engine/i18n/localize-text.ts';
import { plainText } from '#engine/i18n/plain-text.ts';
import { defaultLanding, routeTable } from '#engine/routing/route-table.ts';
import { screens } from '#journeys/registration/base/screens.ts';
import { bindTarget } from '#engine/routing/targets.ts';
import { outcomeName } from '#server/entrances/do/answer.ts';
import { findFormPage } from '#server/entrances/do/form-page.ts';
import { offerOf } from '#server/entrances/do/offer.ts';
import { conversionOf } from '#server/entrances/do/conversion-of.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import type { FormCounts } from '#server/entrances/do/form-counts.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import { correlationId } from '#server/site/pages/correlation.ts';
import type { LookUp } from '#server/site/pages/look-up.ts';
import { createReadFacts } from '#server/site/pages/read-facts.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { FormPlace, FormQuestion, GraphqlSite } from './context.ts';

export interface LiveSiteOptions {
  /** Always the newest one. */
  readonly site: () => Site;
  readonly settings: Pick<Settings, 'publicOrigin' | 'trustedProxies' | 'countryHeader'>;
  readonly lookUp: LookUp;
  readonly experiments: Pick<Experiments, 'facts' | 'converted'>;
  readonly counts: FormCounts;
  readonly log: Logger;
}

const nothing = { newsletter: { text: '', version: '' }, voucher: null };
const FORM = 'registration';

/** What the API asks of the site that is being sent. */
export function liveGraphqlSite({ site, settings, lookUp, experiments, counts, log }: LiveSiteOptions): GraphqlSite {
  const { publicOrigin } = settings;
  const tools = { publicOrigin, lookUp, readFacts: createReadFacts(settings, experiments.facts) };

  async function seenPlace(
    request: IncomingMessage,
    network: string,
    { locale, ...named }: FormQuestion,
  ): Promise<FormPlace | null> {
    const current = site();
    const given = Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== null);
    const page = await findFormPage(
      {
        request,
        site: current,
        form: FORM,
        locale,
        fields: new URLSearchParams(given),
        ownPage: screens.start,
        visitor: { network },
        now: Date.now(),
      },
      tools,
    );
    if (page === null) return null;
    const { document, linkedCode, decision } = page;
    return { document, path: decision.path, linkedCode, offer: offerOf(current, document, FORM, locale) };
  }

  function namedPlace({ document, locale }: FormQuestion): FormPlace {
    const current = site();
    const named = namedDocument(current, document ?? '');
    // Everybody may visit a landing, so everybody may name one; a page may have let in only some.
    const landing = named?.kind === 'landing' ? named : current.documents.get(defaultLanding);
    const offer = landing === undefined ? nothing : offerOf(current, landing, FORM, locale);
    return { document: landing ?? { kind: 'page', facets: [] }, path: screens.start, linkedCode: null, offer };
  }

  return {
    place: async (request, network, question) =>
      isBrowser(request) ? seenPlace(request, network, question) : namedPlace(question),
    text(key, locale) {
      const current = site();
      const linkTarget = (name: string) => bindTarget(current, `link:${name}`, locale);
      return plainText(localizeText(current, key, locale, { linkTarget }));
    },
    landingPath: (id) => routeTable(site()).paths.get(id ?? '') ?? screens.start,
    answered(useCase, outcome, request) {
      counts.add(useCase, outcomeName(outcome));
      log.info({ id: correlationId(request), useCase, outcome: outcomeName(outcome), over: 'graphql' }, 'form');
      const event = conversionOf(outcome);
      if (event !== null) experiments.converted(event, readCookies(request.headers.cookie), Date.now());
    },
  };
}

/** Programs name neither a page nor an origin that they come from. */
function isBrowser({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;
}

/** A document by its id, or several arms of experiments by theirs, as forms name them. */
function namedDocument(site: Site, name: string): ResolvedDocument | null {
  const arms = name.split(' ', MOST_ARMS);
  const [base] = arms.length > 1 ? (site.documents.get(arms[0] ?? '')?.bases ?? []) : arms;
  return base === undefined ? null : composeArms(site, base, arms.length > 1 ? arms : []);
}

const MOST_ARMS = 20;
