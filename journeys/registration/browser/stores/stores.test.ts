import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { landingOptionsStore, noteLanding, reportUnreadableRedirect, watchProducts } from './landing-options.ts';
import { noteActivation, registrationStore } from './registration.ts';

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
    'no',
    { registrationFlow: 'default', isWebView: false, registrationFormFinishedInPopup: true },
  ],
  [{ 'registration-step-1': { step: 'leanStep1' } }, 'no', { registrationFlow: 'leanStep1', isWebView: false }],
  [{ 'registration-step-2': { step: 'leanStep2' } }, 'yes', { registrationFlow: 'leanStep2', isWebView: true }],
  [{ code: {} }, 'yes', { registrationFlow: 'default', isWebView: true }],
])('a page with the forms %j and web view "%s" has the landing options %j', (forms, webView, options) => {
  const page = { document: 'landings/social', forms, facets: { webView, registration: 'finished' } };
  noteLanding(page as unknown as Parameters<typeof noteLanding>[0]);
  expect(landingOptionsStore.getState()).toMatchObject(options);
});

test('a bridge of the app says that the page is shown in it, whatever the address says', () => {
  const page = { document: 'pages/about-us', forms: {}, facets: { registration: 'finished' } };
  vi.stubGlobal('ReactNativeWebView', {});
  noteLanding(page);
  vi.unstubAllGlobals();
  expect(landingOptionsStore.getState()).toMatchObject({ isWebView: true, registrationFormFinishedInPopup: false });
  noteLanding(page);
  expect(landingOptionsStore.getState().isWebView).toBe(false);
});

test.each([
  ['?redirectUrl=https%3A%2F%2F%5B', true],
  ['?redirectUrl=%2Fauth%3Fredirect_uri%3Dcom.example.app%3A%2F%2Fin', false],
  ['?redirectUrl=', false],
  ['', false],
])('of the query "%s" it is said in the console that it cannot be read: %s', (search, isTold) => {
  const told = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', told);
  reportUnreadableRedirect({ search, origin: 'https://www.example.com' });
  expect(told.mock.calls.length === 1).toBe(isTold);
  vi.unstubAllGlobals();
});

test('the registration state knows the link of an activation page, and why an activation failed', () => {
  const link = { value: 'token-1' } as HTMLInputElement;
  noteActivation(
    { facets: {} },
    { querySelector: (selector: string) => (selector.includes('/activate') ? link : null) },
  );
  expect(registrationStore.getState()).toMatchObject({ accountActivationId: 'token-1', accountActivationError: '' });
  noteActivation({ facets: { activation: 'failed' } }, { querySelector: () => null });
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
