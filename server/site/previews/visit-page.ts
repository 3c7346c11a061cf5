import { decide } from '#engine/decide/decide.ts';
import { forceableExperiments } from '#engine/decide/experiments/index.ts';
import { match } from '#engine/decide/match.ts';
import { collectNeedDefinitions } from '#engine/decide/needs.ts';
import type { Facts } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { Flags } from '#engine/experiments/flags.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import { listLanguageChoices } from '#engine/routing/links.ts';
import { readQueryValue, splitUrl, withoutParameters } from '#engine/routing/split-url.ts';
import type { CompileInput, Template } from '#engine/compile/types.ts';
import { createLoadFacts } from '#server/site/pages/load-facts.ts';
import { fillParts, fillTail, createPageSource } from '#server/site/pages/page-source.ts';
import type { PreviewVisit, VisitOutcome } from '#server/site/publications/visit.ts';

export type CompilePage = (input: CompileInput) => Template | Promise<Template>;

/** Experiments require a browser's user agent. */
const SOME_BROWSER = 'Mozilla/5.0';

/** The countdown script; other scripts store or send data. */
const CLOCK = /\/behaviour-countdown-banner\.[^/]*$/;

/** Renders the page of a previewed visit, with the same decisions as for a request; nothing is loaded, counted or stored. */
export async function visitPage(
  site: Site,
  compile: CompilePage,
  visit: PreviewVisit,
): Promise<Exclude<VisitOutcome, { code: 'REFUSED' }>> {
  const facts = await assumeFacts(site, visit);
  const decision = decide(facts, site);
  if (decision.kind === 'redirect')
    return { code: 'REDIRECT', location: asAsked(decision.location, visit.url, facts.url) };
  const { document, locale, variations: shown, facets, path, moved, country, notice, status, values } = decision;
  const formState = notice && { ...notice, values: {} };
  const page = { document, locale, variations: shown, facets, path, moved, country, formState };
  const template = await compile({ site, ...page });
  const source = createPageSource(template);
  const { query } = splitUrl(visit.url);
  const experiments = facts.experiments === undefined ? [] : forceableExperiments(document, facts.experiments, site);
  const asked = splitUrl(facts.url).query;
  return {
    code: 'PAGE',
    status,
    html: fillParts(source, values) + fillTail(source, values),
    title: template.navigation.title,
    document,
    locale,
    languages: listLanguageChoices(site, path, locale, query).map(({ locale: to, href }) => ({ locale: to, href })),
    experiments: experiments.map(({ key, variations }) => ({
      key,
      variations,
      shown: readShown(asked, key, variations),
    })),
    clocks: template.navigation.behaviours.filter((module) => CLOCK.test(module)),
  };
}

/** An address without the parameters that the preview added. */
function asAsked(location: string, url: string, asked: string): string {
  const added = new URLSearchParams(asked.slice(url.length).replace(/^[?&]/, ''));
  const { path, query, hash } = splitUrl(location);
  const rest = withoutParameters(query, [...added.keys()]);
  return `${path}${rest === '' ? '' : `?${rest}`}${hash === '' ? '' : `#${hash}`}`;
}

function readShown(query: string, key: string, variations: readonly string[]): number | null {
  const value = readQueryValue(query, key) ?? '';
  return /^\d{1,2}$/.test(value) && Number(value) < variations.length ? Number(value) : null;
}

async function assumeFacts(site: Site, { url, locale, now, facts }: PreviewVisit): Promise<Facts> {
  const { referrer } = facts;
  const assumed =
    referrer === null ? [] : site.journeys.flatMap((journey) => journey.referred?.(referrer.code, referrer.name) ?? []);
  const asked = withParameters(url, [
    ...variationParameters(site, url, facts.variations),
    ...webViewParameters(site, facts.webView),
    ...assumed.flatMap(({ query }) => [...new URLSearchParams(query)]),
  ]);
  const visitor = {
    method: 'GET',
    url: asked,
    cookies: {},
    consent: facts.consent,
    acceptLanguage: locale,
    referrer: '',
    userAgent: SOME_BROWSER,
    prefetch: false,
    navigation: false,
    now,
    country: facts.country,
    // Without an id nothing is assigned: experiments without a chosen variation show the document itself.
    experiments: { flags: new Flags(buildPayload(site.experiments, now)), unready: new Set<string>() },
  };
  const loadFacts = createLoadFacts({}, collectNeedDefinitions(site.journeys), () => undefined);
  const unasked = await loadFacts(match(asked, site), visitor, { network: '' });
  return Object.assign(visitor, unasked, ...assumed.map((each) => each.facts));
}

type Parameters = readonly (readonly [name: string, value: string])[];

/** Variations of the link; parameters of the address take precedence. */
function variationParameters(site: Site, url: string, chosen: Readonly<Record<string, string>>): Parameters {
  const { query } = splitUrl(url);
  return site.experiments.flatMap(({ key, variations }) => {
    const index = variations.findIndex((variation) => variation.key === chosen[key]);
    return index < 0 || readQueryValue(query, key) !== null ? [] : [[key, String(index)] as const];
  });
}

function webViewParameters({ deployment: { webViewScheme } }: Site, isWanted: boolean): Parameters {
  if (!isWanted || webViewScheme === '') return [];
  const redirect = new URLSearchParams({ redirect_uri: `${webViewScheme}:/preview` });
  return [['redirectUrl', `/?${redirect.toString()}`]];
}

function withParameters(url: string, parameters: Parameters): string {
  if (parameters.length === 0) return url;
  const added = new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString();
  return `${url}${url.includes('?') ? '&' : '?'}${added}`;
}
