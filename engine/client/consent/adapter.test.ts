import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { builtInConsent, CONSENT_EVENT } from './adapter.ts';

class Page extends EventTarget {
  cookie = '';
  querySelector = (): null => null;
}

let page: Page;
beforeEach(() => {
  page = new Page();
  vi.stubGlobal('document', page);
});
afterEach(() => vi.unstubAllGlobals());

test('without a record nothing is granted and nobody has answered', () => {
  page.cookie = 'lang=de';
  expect(builtInConsent.ready()).toBe(false);
  expect(builtInConsent.granted('statistics')).toBe(false);
});

test('the record grants exactly the purposes it names', () => {
  page.cookie = 'lang=de; vitrine_consent=statistics.t3k9x.signature';
  expect(builtInConsent.ready()).toBe(true);
  expect(builtInConsent.granted('statistics')).toBe(true);
  expect(builtInConsent.granted('marketing')).toBe(false);
});

test('a refusal is an answer that grants nothing', () => {
  page.cookie = 'vitrine_consent=none.t3k9x.signature';
  expect(builtInConsent.ready()).toBe(true);
  expect(builtInConsent.granted('statistics')).toBe(false);
});

test('those who listen hear of each answer until they stop', () => {
  const heard = vi.fn<() => void>();
  const stop = builtInConsent.onChange(heard);
  page.dispatchEvent(new Event(CONSENT_EVENT));
  stop();
  page.dispatchEvent(new Event(CONSENT_EVENT));
  expect(heard).toHaveBeenCalledTimes(1);
});
