import type { StoredItem } from '#engine/shared/storage-registry.ts';

/** Browser storage of registrations. */
export const storedItems: readonly StoredItem[] = [
  {
    name: 'session',
    kind: 'cookie',
    purpose: 'The open registration or application, sealed; named "__Host-session" over https.',
    lifetime: '24 hours',
    consent: 'necessary',
  },
  {
    name: 'form-key',
    kind: 'cookie',
    purpose:
      'A random value that identifies a form when it is sent again, so that only its sender gets the answer; named "__Host-form-key" over https.',
    lifetime: '24 hours',
    consent: 'necessary',
  },
  {
    name: 'rc',
    kind: 'localStorage',
    // The server decides whether a code is valid (B2).
    purpose: 'The registration code of a visitor whom a forbidden referrer sent (G2).',
    lifetime: 'until the browser forgets it',
    consent: 'necessary',
    sentWithForms: true,
  },
  {
    name: 'fref',
    kind: 'localStorage',
    purpose: 'That referrer (G2).',
    lifetime: 'until the browser forgets it',
    consent: 'necessary',
    sentWithForms: true,
  },
];
