import type { SessionFact } from '#engine/guards/facts.ts';
import { parseRegistrationCode } from '../shared/registration-code.ts';
import type { FormPages } from '#server/forms/server-journey.ts';
import { readLinkedFields } from './read-linked-fields.ts';
import { findLinkedCode } from './conditions.ts';

/** How pages of registration forms are rendered again. */
export const formPages: FormPages = {
  linkedFields(fields, { deployment }) {
    return readLinkedFields(fields.get('code'), deployment.publicOrigin);
  },

  buildQuery(fields) {
    const code = parseRegistrationCode(fields.get('code') ?? '');
    const repeated = ['validityTimestamp', 'token'].flatMap((name): [string, string][] => {
      const value = fields.get(name);
      return value ? [[name, value]] : [];
    });
    return { ...(code !== null && { rc: code }), ...Object.fromEntries(repeated) };
  },

  asSeen(form, matched, { code, session }) {
    const isRefused = matched.code !== undefined && form !== 'code' && form !== 'lobby' && code?.state !== 'valid';
    // A later step implies a draft, although it is unreadable.
    const isUnread = session?.state === 'unknown';
    return {
      ...(isRefused && { code: { state: 'valid', inviterName: null, landing: null } }),
      ...(isUnread && { session: unreadDraft }),
    };
  },

  values(place) {
    const code = findLinkedCode(place);
    return { ...(code !== null && { rc: code }) };
  },
};

const unreadDraft: SessionFact = {
  state: 'open',
  role: 'visitor',
  journeys: { registration: { registration: { step: 'started', email: '', hours: 0 } } },
};
