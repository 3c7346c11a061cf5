import { createHash, createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Site } from '#engine/documents/types.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import { readSession, type Session } from '#server/site/sessions/session.ts';
import { createReadCountry } from '#server/site/pages/read-facts.ts';

export interface ConsentServiceOptions {
  readonly ports: Pick<PlatformPorts, 'secrets' | 'clock'>;
  readonly settings: Pick<
    Settings,
    'publicOrigin' | 'basePath' | 'countryHeader' | 'trustedProxies' | 'cmpSettingsId' | 'customerIdSalt'
  >;
  readonly site: () => Site;
  /** Script of the service. */
  readonly code: string;
  /** Version of the release. */
  readonly version: string;
}

/** Consent in the data layer (T1): the fields of the source's section 3, in its order. */
export interface TrackingConsentRecord {
  readonly applicationBrand: string;
  readonly applicationCode: 'HTML';
  readonly cmpHideOnStartup: 'true' | 'false';
  readonly cmpReadOnly: false;
  /** ISO 3166-1 alpha-2; empty when unknown. */
  readonly applicationCountry: string;
  readonly applicationEnvironment: 'WEB_browser';
  /** Upper case. */
  readonly applicationLanguage: string;
  readonly applicationVersion: string;
  readonly userConnexionStatus: 'Identified customer' | 'Unidentified customer';
  /** A field of the source; it grants nothing. */
  readonly optInTrackingConsent: true;
  readonly cmpUsercentricsSettingsId: string;
  readonly cmpScriptUrl: string;
  readonly cmpCustomerConsentToken: string;
  readonly cmpCustomerId: string;
  readonly saltedHashedCustomerId: string;
}

/**
 * `GET /entrance/cmp/js/cmp_min.js` (T2): the consent service of this site, preceded by the visitor's consent for the data layer, hence not
 * cacheable. To use a vendor's service, let the proxy serve this address.
 */
export function addConsentService(app: FastifyInstance, options: ConsentServiceOptions): void {
  const { settings, ports } = options;
  const secure = settings.publicOrigin.startsWith('https:');
  const readCountry = createReadCountry(settings);
  app.get('/entrance/cmp/js/cmp_min.js', (request, reply) => {
    const { country } = readCountry(request.raw);
    const session = readSession(ports, readCookies(request.headers.cookie), secure);
    const record = readTrackingConsent(options, { country, customer: session.customer, url: request.url });
    // JSON in an external script: values cannot end the script element.
    return reply
      .type('text/javascript; charset=utf-8')
      .header('Cache-Control', 'private, no-store')
      .send(`window.cmpRecord=${JSON.stringify(record)};${options.code}`);
  });
}

/** Maximum characters of the address that are repeated; its query holds the hour. */
const MAX_URL_LENGTH = 500;

interface Visitor {
  readonly country: string | null;
  readonly customer: Session['customer'];
  /** Address of the script as requested. */
  readonly url: string;
}

export function readTrackingConsent(
  { settings, site, version, ports }: ConsentServiceOptions,
  { country, customer, url }: Visitor,
): TrackingConsentRecord {
  const { shortName, locales } = site().config;
  const isKnown = customer !== undefined;
  return {
    applicationBrand: shortName,
    applicationCode: 'HTML',
    cmpHideOnStartup: 'false',
    cmpReadOnly: false,
    applicationCountry: country ?? '',
    applicationEnvironment: 'WEB_browser',
    applicationLanguage: locales.default.toUpperCase(),
    applicationVersion: version,
    userConnexionStatus: isKnown ? 'Identified customer' : 'Unidentified customer',
    optInTrackingConsent: true,
    cmpUsercentricsSettingsId: settings.cmpSettingsId,
    cmpScriptUrl: url.length > MAX_URL_LENGTH ? (url.split('?', 1)[0] ?? '') : url,
    cmpCustomerConsentToken: isKnown
      ? createHmac('sha256', ports.secrets.consent[0].bytes).update(`customer/${customer}`).digest('base64url')
      : '',
    cmpCustomerId: customer ?? '',
    saltedHashedCustomerId: isKnown
      ? createHash('sha256')
          .update(settings.customerIdSalt + customer)
          .digest('hex')
      : '',
  };
}
