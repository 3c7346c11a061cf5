import { CONSENT_COOKIE } from './consent.ts';
import { EVENTS_COOKIE } from './pending-events.ts';
import { FORM_MEMORY } from './form-memory.ts';
import { ASSIGNMENTS_COOKIE, VISITOR_COOKIE } from './experiment-cookies.ts';

export interface StoredItem {
  readonly name: string;
  readonly kind: 'cookie' | 'localStorage' | 'sessionStorage';
  readonly purpose: string;
  readonly lifetime: string;
  /** `necessary`, or the purpose that it needs consent for to outlive the session. */
  readonly consent: 'necessary' | 'statistics';
  /** Whether forms of islands send it, as a field of this name; for `localStorage` only, because cookies are sent automatically. */
  readonly sentWithForms?: boolean;
}

/** Items that the engine stores in a browser. Unlisted items are a mistake, which a test finds by visiting the site. */
export const storageRegistry: readonly StoredItem[] = [
  {
    name: 'lang',
    kind: 'cookie',
    purpose: 'The language that the visitor chose (R25).',
    lifetime: '400 days, renewed on each visit',
    consent: 'necessary',
  },
  {
    name: 'nuxt-i18n_redirected',
    kind: 'cookie',
    purpose: 'Remembers that the visitor was led to a language (R25).',
    lifetime: '365 days',
    consent: 'necessary',
  },
  {
    name: CONSENT_COOKIE,
    kind: 'cookie',
    purpose: 'What the visitor agreed to, signed.',
    lifetime: '180 days',
    consent: 'necessary',
  },
  {
    name: 'admin',
    kind: 'cookie',
    purpose: 'Signs an admin in; named "__Host-admin" over https.',
    lifetime: 'as long as the sign-in, 12 hours at most',
    consent: 'necessary',
  },
  {
    name: FORM_MEMORY,
    kind: 'sessionStorage',
    purpose: 'What was typed into a form that is not sent yet, for a reload and for Back.',
    lifetime: 'until the form is sent, at most as long as the tab is open',
    consent: 'necessary',
  },
  {
    name: VISITOR_COOKIE,
    kind: 'cookie',
    purpose: 'Keeps the variation of a running experiment the same from page to page (N7).',
    lifetime: 'the session; with consent 400 days',
    consent: 'statistics',
  },
  {
    name: ASSIGNMENTS_COOKIE,
    kind: 'cookie',
    purpose: 'The variations that were given, so that each exposure counts once (X2).',
    lifetime: 'the session; with consent 400 days',
    consent: 'statistics',
  },
  {
    name: EVENTS_COOKIE,
    kind: 'cookie',
    purpose: 'What happened to the visitor, until the next page reports it or consent to it is refused (T6).',
    lifetime: 'until it is reported, at most the session',
    consent: 'statistics',
  },
  {
    name: 'apollo:default.token',
    kind: 'cookie',
    purpose: 'Signs a member in (R25).',
    lifetime: '7 days',
    consent: 'necessary',
  },
];
