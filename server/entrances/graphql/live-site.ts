import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { composeArms } from '#engine/documents/compose.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { localizeText } from '#engine/i18n/localize-text.ts';
import { plainText } from '#engine/i18n/plain-text.ts';
import { defaultLanding, routeTable } from '#engine/routing/route-table.ts';
import { bindTarget } from '#engine/routing/targets.ts';
import { outcomeName } from '#server/entrances/do/answer.ts';
import { findFormPage } from '#server/entrances/do/form-page.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import type { FormCounts } from '#server/entrances/do/form-counts.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import { correlationId } from '#server/site/pages/correlation.ts';
import type { LookUp } from '#server/site/pages/look-up.ts';
import { createReadFacts } from '#server/site/pages/read-facts.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { FormQuestion } from '#server/entrances/journey/operation.ts';
import type { FormPages } from '#server/entrances/journey/server-journey.ts';
import type { FormPlace } from '#server/entrances/journey/use-case.ts';
import type { GraphqlSite } from './context.ts';

export interface LiveSiteOptions {
  /** Always the newest one. */
  readonly site: () => Site;
  readonly settings: Pick<Settings, 'publicOrigin' | 'trustedProxies' | 'countryHeader'>;
  readonly lookUp: LookUp;
  readonly experiments: Pick<Experiments, 'facts' | 'converted'>;
  readonly counts: FormCounts;
  readonly journeys: readonly FormPages[];
  readonly log: Logger;
}

/** What the API asks of the site that is being sent. */
export function liveGraphqlSite(options: LiveSiteOptions): GraphqlSite {
  const { site, settings, lookUp, experiments, counts, log, journeys } = options;
  const { publicOrigin } = settings;
  const tools = { publicOrigin, lookUp, readFacts: createReadFacts(settings, experiments.facts), journeys };
  const nowhere = (): FormPlace => {
    const current = site();
    return { site: current, locale: current.config.locales.default, document: null, path: '/', claims: {}, query: '' };
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

  function namedPlace({ locale, fields }: FormQuestion): FormPlace {
    const current = site();
    const named = namedDocument(current, fields['document'] ?? '');
    // Everybody may visit a landing, so everybody may name one; a page may have let in only some.
    const document = named?.kind === 'landing' ? named : (current.documents.get(defaultLanding) ?? null);
    return { ...nowhere(), locale, document };
  }

  return {
    formPlace: async (question, request, network) =>
      isBrowser(request) ? seenPlace(question, request, network) : namedPlace(question),
    nowhere,
    text(key, locale) {
      const current = site();
      const linkTarget = (name: string) => bindTarget(current, `link:${name}`, locale);
      return plainText(localizeText(current, key, locale, { linkTarget }));
    },
    landingPath: (id) => routeTable(site()).paths.get(id ?? '') ?? '/',
    answered(useCase, effect, request) {
      const outcome = outcomeName(effect);
      counts.add(useCase, outcome);
      log.info({ id: correlationId(request), useCase, outcome, over: 'graphql' }, 'form');
      if ('to' in effect && effect.event !== undefined)
        experiments.converted(effect.event, readCookies(request.headers.cookie), Date.now());
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
