import type { ConsentPurpose } from '#engine/shared/consent.ts';

/** The consent service as the client uses it. */
export interface ConsentAdapter {
  /** Whether the visitor has chosen and the service reports it; true until the choice is withdrawn (T3). */
  ready(): boolean;
  granted(purpose: ConsentPurpose): boolean;
  /** Calls the listener after every choice and withdrawal. */
  onChange(listener: () => void): void;
}

/** `window.cmp`, as set by the script at `/entrance/cmp/js/cmp_min.js`, ours or a vendor's. */
export interface ConsentService {
  /** Whether the visitor has chosen. */
  isInitialized(): boolean;
  granted(purpose: ConsentPurpose): boolean;
}

declare global {
  interface Window {
    cmp?: ConsentService;
    /** Consent in the data layer (T1), as written by the server. */
    cmpRecord?: Readonly<Record<string, string | boolean>>;
  }
}

/** Dispatched on `document` after the built-in form was answered without a full page load. */
export const CONSENT_EVENT = 'vitrine:consent';

/** Dispatched on `window` by the service when it is loaded and after each choice. */
const STATUS_EVENT = 'cmpStatusUpdate';

/**
 * Adapter of the page's service, which may load late, never, or twice: nothing is ready until it has announced itself and reports a choice;
 * repeated announcements are no-ops.
 */
export function createConsentAdapter(page: EventTarget & Pick<Window, 'cmp'>): ConsentAdapter {
  let isAnnounced = false;
  page.addEventListener(STATUS_EVENT, () => (isAnnounced = true));
  return {
    ready: () => isAnnounced && page.cmp?.isInitialized() === true,
    granted: (purpose) => page.cmp?.granted(purpose) === true,
    onChange: (listener) => page.addEventListener(STATUS_EVENT, listener),
  };
}
