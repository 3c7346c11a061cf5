import { GrowthBook, setPolyfills } from '@growthbook/growthbook';
import { CountryDetailsDocument } from '#schemas/generated/graphql/operations.ts';
import { readVisitorId, VISITOR_COOKIE } from '#engine/shared/experiment-cookies.ts';
import { readStartupValues } from '../core/read-startup-values.ts';
import { isShownInApp } from '../core/is-shown-in-app.ts';
import { readCookie } from '../dom/cookies.ts';
import { readPageData } from '../dom/page-data.ts';
import { createUsageReporter } from './usage-reporter.ts';

/** Timeout of loading flags in milliseconds (the source's A/B initialisation). */
const TIMEOUT_MS = 5_000;

/** Why flags are unavailable: a timeout, or an error with the response's status, if any. */
export type Failure = { readonly kind: 'timeout' } | { readonly kind: 'error'; readonly error: unknown };

export interface VisitorFlags {
  /** Follows the stream of this site. */
  readonly client: GrowthBook;
  readonly failure: Failure | null;
}

/**
 * Loads the feature flags of a page from this site's GrowthBook endpoints and follows their stream. Attributes are `id`, `acqAnonymousId`,
 * `locale`, `applicationCountry` and `webView`. Experiments are decided on the server; in browsers, features return the values of their
 * other rules. Each island has a client; clients of a page share the payload and the stream.
 */
export async function loadFlags(): Promise<VisitorFlags> {
  const data = readPageData(document);
  const basePath = data?.basePath ?? '/';
  // Disables storage; the SDK caches in memory.
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
  // After success only: the SDK logs to the console when it follows an unavailable service.
  if (success) await client.init({ payload: client.getPayload(), streaming: true });
  return { client, failure: success ? null : toFailure(source, error) };
}

/** Country of the visitor as located by the server; empty when unknown. The client reports failures, and flags work without it. */
async function askForCountry(basePath: string): Promise<string> {
  const { getPageCore: pageCore } = await import('../core/page-core.ts');
  const answer = await pageCore(basePath)
    .query(CountryDetailsDocument, {}, { errorPolicy: 'all' })
    .catch(() => null);
  return answer?.countryDetails?.country ?? '';
}

function toFailure(source: string, error: unknown): Failure {
  return source === 'timeout' ? { kind: 'timeout' } : { kind: 'error', error };
}

interface Defaults {
  /** Client key for browsers. */
  readonly clientKey: string;
  /** Whether the site evaluates features on the server. */
  readonly remoteEval: boolean;
  /** Whether feature usage is reported. */
  readonly reportsUsage: boolean;
}

/** Reads the startup defaults. */
async function readDefaults(): Promise<Defaults> {
  const answer = await readStartupValues();
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
