import { GrowthBook, setPolyfills } from '@growthbook/growthbook';
import { CountryDetailsDocument } from '#schemas/generated/graphql/operations.ts';
import { readVisitorId, VISITOR_COOKIE } from '#engine/shared/experiment-cookies.ts';
import { startupValues } from '../core/startup-values.ts';
import { isShownInApp } from '../core/is-shown-in-app.ts';
import { readCookie } from '../dom/cookies.ts';
import { readPageData } from '../dom/page-data.ts';
import { createUsageReporter } from './usage-reporter.ts';

/** Milliseconds until flags must have arrived (the source's A/B initialisation). */
const TIMEOUT_MS = 5_000;

/** Why there are no flags: nobody answered in time, or the answer was an error, with its status where it has one. */
export type Failure = { readonly kind: 'timeout' } | { readonly kind: 'error'; readonly error: unknown };

export interface VisitorFlags {
  /** Follows the stream of this site, where the first answer came. */
  readonly client: GrowthBook;
  readonly failure: Failure | null;
}

/**
 * Loads the feature flags of a page from this site's own GrowthBook endpoints and follows their stream. Attributes are `id`, `acqAnonymousId`, `locale`,
 * `applicationCountry` and `webView`. Experiments are decided on the server alone, where nothing is lost: here a feature gives what
 * its other rules say. A client renders one island; clients of a page share what was fetched, and the stream.
 */
export async function loadFlags(): Promise<VisitorFlags> {
  const data = readPageData(document);
  const basePath = data?.basePath ?? '/';
  // Nothing is kept in the browser; the SDK's own memory lasts as long as the page.
  setPolyfills({ localStorage: { getItem: () => null, setItem: () => undefined } });
  const id = readVisitorId(readCookie(VISITOR_COOKIE))?.id;
  const [{ clientKey, remoteEval, reportsUsage }, country] = await Promise.all([
    readDefaults(),
    askForCountry(basePath),
  ]);
  const report = reportsUsage ? createUsageReporter(`${basePath}api/usage/${clientKey}`) : null;
  const client = new GrowthBook({
    apiHost: location.origin + basePath.slice(0, -1),
    clientKey,
    remoteEval,
    enabled: false,
    disableUrlRedirectExperiments: true,
    disableVisualExperiments: true,
    attributes: {
      id,
      acqAnonymousId: id,
      locale: document.documentElement.lang,
      applicationCountry: country,
      webView: isShownInApp(),
    },
    onFeatureUsage: report ? (key, { on }) => report(key, on) : undefined,
  });
  const { success, source, error } = await client.init({ timeout: TIMEOUT_MS });
  // Only now: the SDK writes to the console when it is asked to follow a service that did not answer.
  if (success) await client.init({ payload: client.getPayload(), streaming: true });
  return { client, failure: success ? null : toFailure(source, error) };
}

/** Where the server places the visitor; empty where it does not know. The client reports a failure, and flags go on without it. */
async function askForCountry(basePath: string): Promise<string> {
  const { pageCore } = await import('../core/page-core.ts');
  const answer = await pageCore(basePath)
    .query(CountryDetailsDocument, {}, { errorPolicy: 'all' })
    .catch(() => null);
  return answer?.countryDetails?.country ?? '';
}

function toFailure(source: string, error: unknown): Failure {
  return source === 'timeout' ? { kind: 'timeout' } : { kind: 'error', error };
}

interface Defaults {
  /** The key under which this site answers browsers. */
  readonly clientKey: string;
  /** The site evaluates and reveals no rules. */
  readonly remoteEval: boolean;
  /** The site wants to know what is used. */
  readonly reportsUsage: boolean;
}

/** What the startup defaults say. */
async function readDefaults(): Promise<Defaults> {
  const answer = await startupValues();
  const settings = new Map<string, unknown>(
    typeof answer === 'object' && answer !== null ? Object.entries(answer) : [],
  );
  const key = settings.get('growthbookClientKey');
  return {
    clientKey: typeof key === 'string' ? key : 'sdk-local',
    remoteEval: settings.get('growthbookRemoteEval') === 'on',
    reportsUsage: settings.get('growthbookUsage') === 'on',
  };
}
