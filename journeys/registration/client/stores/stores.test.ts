import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { landingOptionsStore, recordLanding, reportUnreadableRedirect, watchProducts } from './landing-options.ts';
import { recordActivation, registrationStore } from './registration.ts';

test('the registration state holds the fields of V4, all empty but the country', () => {
  expect(registrationStore.getInitialState()).toEqual({
    country: 'DE',
    registrationEmail: '',
    registrationCode: '',
    inviter: '',
    accountActivationError: '',
    accountActivationId: '',
    registrationGender: '',
    registrationFirstName: '',
    registrationLastName: '',
    registrationPostalCode: '',
    registrationNewsLetter: false,
    registrationTermsAndConditions: false,
    registrationCountry: '',
  });
});

test('the landing options hold the fields of V4', () => {
  expect(landingOptionsStore.getInitialState()).toEqual({
    registrationFormFinishedInPopup: false,
    sourcePath: '',
    previousPDPPage: '',
    registrationFlow: 'default',
    isLandingPageLoading: false,
    isWebView: false,
  });
});

test.each([
  [
    { code: {}, registration: { step: 'default' } },
    { registrationFlow: 'default', registrationFormFinishedInPopup: true },
  ],
  [{ 'registration-step-1': { step: 'leanStep1' } }, { registrationFlow: 'leanStep1' }],
  [{ 'registration-step-2': { step: 'leanStep2' } }, { registrationFlow: 'leanStep2' }],
  [{ code: {} }, { registrationFlow: 'default' }],
])('a page with the forms %j has the landing options %j', (forms, options) => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  const page = { document: 'landings/social', forms, facets: { registration: 'finished' } };
  recordLanding(page as unknown as Parameters<typeof recordLanding>[0]);
  vi.unstubAllGlobals();
  expect(landingOptionsStore.getState()).toMatchObject(options);
});

test('the mark of the app on the page that was loaded says that pages are shown in it, those that are swapped in as well', () => {
  const page = { document: 'pages/about-us', forms: {}, facets: { webView: 'no', registration: 'finished' } };
  vi.stubGlobal('document', { documentElement: { dataset: { webView: '' } } });
  recordLanding(page);
  expect(landingOptionsStore.getState()).toMatchObject({ isWebView: true, registrationFormFinishedInPopup: false });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  recordLanding(page);
  vi.unstubAllGlobals();
  expect(landingOptionsStore.getState().isWebView).toBe(false);
});

test.each([
  ['?redirectUrl=https%3A%2F%2F%5B', true],
  ['?redirectUrl=%2Fauth%3Fredirect_uri%3Dcom.example.app%3A%2F%2Fin', false],
  ['?redirectUrl=', false],
  ['', false],
])('of the query "%s" it is said in the console that it cannot be read: %s', (search, isReported) => {
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  reportUnreadableRedirect({ search, origin: 'https://www.example.com' });
  expect(reported.mock.calls.length === 1).toBe(isReported);
  vi.unstubAllGlobals();
});

test('the registration state knows the link of an activation page, and why an activation failed', () => {
  const link = { value: 'token-1' } as HTMLInputElement;
  recordActivation(
    { facets: {} },
    { querySelector: (selector: string) => (selector.includes('/activate') ? link : null) },
  );
  expect(registrationStore.getState()).toMatchObject({ accountActivationId: 'token-1', accountActivationError: '' });
  recordActivation({ facets: { activation: 'failed' } }, { querySelector: () => null });
  expect(registrationStore.getState()).toMatchObject({ accountActivationId: '', accountActivationError: 'failed' });
});

test('no store reaches for the browser’s storage', () => {
  for (const name of ['registration', 'landing-options']) {
    const source = readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8');
    expect(source).not.toMatch(/persist|localStorage|sessionStorage/);
  }
});

test('the product that was looked at last is remembered, before and after the store is there', () => {
  let changed = (): void => undefined;
  class Observer {
    constructor(callback: () => void) {
      changed = callback;
    }
    observe(): void {}
  }
  vi.stubGlobal('MutationObserver', Observer);
  const root = { dataset: { previousPdp: '/de/social?pdp=sd-41207' } };
  watchProducts(root as unknown as HTMLElement);
  expect(landingOptionsStore.getState().previousPDPPage).toBe('/de/social?pdp=sd-41207');
  root.dataset.previousPdp = '/de/viral?pdp=co-2203';
  changed();
  expect(landingOptionsStore.getState().previousPDPPage).toBe('/de/viral?pdp=co-2203');
  vi.unstubAllGlobals();
});
