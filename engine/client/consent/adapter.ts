import { agreesTo, CONSENT_COOKIE, type ConsentPurpose } from '#engine/base/consent.ts';
import { readCookie } from '../parts/cookies.ts';

/** What the client asks of whatever manages consent: the built-in first layer, or a service that is configured instead. */
export interface ConsentAdapter {
  /** Whether the visitor has answered; turns true once and stays so (T3). */
  ready(): boolean;
  granted(purpose: ConsentPurpose): boolean;
  /** Called after every answer and withdrawal. Returns how to stop. */
  onChange(listener: () => void): () => void;
  /** Asks again. */
  open(): void;
}

/** Dispatched on `document` after the built-in form was answered without a full load. */
export const CONSENT_EVENT = 'vitrine:consent';

/** The first layer that is part of the page, and the record it leaves in a cookie. */
export const builtInConsent: ConsentAdapter = {
  ready: () => record() !== undefined,
  granted: (purpose) => agreesTo(record(), purpose),
  onChange(listener) {
    document.addEventListener(CONSENT_EVENT, listener);
    return () => document.removeEventListener(CONSENT_EVENT, listener);
  },
  open() {
    const again = document.querySelector<HTMLButtonElement>('form[data-consent] button[value=ask]');
    if (again) again.form?.requestSubmit(again);
    else document.querySelector<HTMLButtonElement>('form[data-consent] button')?.focus();
  },
};

function record(): string | undefined {
  return readCookie(CONSENT_COOKIE);
}
