import type { ConsentPurpose } from '#engine/shared/consent.ts';

/** What the client asks of whatever manages consent. */
export interface ConsentAdapter {
  /** Whether the visitor has answered and the service says so; stays true until the answer is withdrawn (T3). */
  ready(): boolean;
  granted(purpose: ConsentPurpose): boolean;
  /** Called after every answer and withdrawal. */
  onChange(listener: () => void): void;
}

/** What the script at `/entrance/cmp/js/cmp_min.js` puts into `window.cmp`, whoever wrote it. */
export interface ConsentService {
  /** Whether there is an answer. */
  isInitialized(): boolean;
  granted(purpose: ConsentPurpose): boolean;
}

declare global {
  interface Window {
    cmp?: ConsentService;
    /** What the data layer gets of the visitor's consent (T1), as the server wrote it. */
    cmpRecord?: Readonly<Record<string, string | boolean>>;
  }
}

/** Dispatched on `document` after the built-in form was answered without a full load. */
export const CONSENT_EVENT = 'vitrine:consent';

/** Dispatched on `window` by the service, once it is there and after each answer. */
const STATUS_EVENT = 'cmpStatusUpdate';

/**
 * The service of the page. It may come late, never, or twice: until it has announced itself and reports an answer nothing is ready,
 * and whatever it announces once more changes nothing by itself.
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
