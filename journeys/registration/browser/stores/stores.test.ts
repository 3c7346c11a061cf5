import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { PageContext } from '#engine/block-kit/types.ts';
import { landingOptionsStore, noteLanding, watchProducts } from './landing-options.ts';
import { registrationStore } from './registration.ts';

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
  [{ code: {}, registration: { step: 'default' } }, 'no', { registrationFlow: 'default', isWebView: false }],
  [{ 'registration-step-1': { step: 'leanStep1' } }, 'no', { registrationFlow: 'leanStep1', isWebView: false }],
  [{ 'registration-step-2': { step: 'leanStep2' } }, 'yes', { registrationFlow: 'leanStep2', isWebView: true }],
  [{ code: {} }, 'yes', { registrationFlow: 'default', isWebView: true }],
])('a page with the forms %j and web view "%s" has the landing options %j', (forms, webView, options) => {
  const page = { forms, facets: { webView } };
  noteLanding(page as unknown as Pick<PageContext, 'forms' | 'facets'>);
  expect(landingOptionsStore.getState()).toMatchObject(options);
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
