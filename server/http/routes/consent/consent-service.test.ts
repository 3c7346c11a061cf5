import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { type ConsentServiceOptions, readTrackingConsent } from './consent-service.ts';

const options: ConsentServiceOptions = {
  ports: { secrets: deriveSecrets('a secret of thirty-two bytes or more'), clock: { now: () => 0 } },
  settings: {
    publicOrigin: 'https://example.test',
    basePath: '/',
    countryHeader: '',
    trustedProxies: [],
    cmpSettingsId: 'abc',
    customerIdSalt: 'salt',
  },
  site: () => makeSite(),
  code: '',
  version: '1',
};
const url = '/entrance/cmp/js/cmp_min.js?cb=2026112214';

test('The record of an unknown visitor has all fields, and those about a customer are empty', () => {
  expect(readTrackingConsent(options, { country: 'SE', customer: undefined, url })).toEqual({
    applicationBrand: makeSite().config.shortName,
    applicationCode: 'HTML',
    cmpHideOnStartup: 'false',
    cmpReadOnly: false,
    applicationCountry: 'SE',
    applicationEnvironment: 'WEB_browser',
    applicationLanguage: 'EN',
    applicationVersion: '1',
    userConnexionStatus: 'Unidentified customer',
    optInTrackingConsent: true,
    cmpUsercentricsSettingsId: 'abc',
    cmpScriptUrl: url,
    cmpCustomerConsentToken: '',
    cmpCustomerId: '',
    saltedHashedCustomerId: '',
  });
  const long = readTrackingConsent(options, {
    country: null,
    customer: undefined,
    url: `${url}${'&a'.repeat(2_000)}`,
  });
  expect(long.cmpScriptUrl).toBe('/entrance/cmp/js/cmp_min.js');
});

test('a visitor who has activated an account is a customer with a salted hash', () => {
  const record = readTrackingConsent(options, { country: null, customer: 'c-1', url });
  expect(record).toMatchObject({
    applicationCountry: '',
    userConnexionStatus: 'Identified customer',
    cmpCustomerId: 'c-1',
    saltedHashedCustomerId: createHash('sha256').update('saltc-1').digest('hex'),
  });
  expect(record.cmpCustomerConsentToken).toMatch(/^[\w-]{43}$/);
});
