import { screens } from '#journeys/registration/base/screens.ts';
import { countHit } from '#server/platform/limits/rate-limit.ts';
import { offerOf } from './offer.ts';
import type { UseCase } from './use-case.ts';

/** First step of the lean flow (S3): its draft waits on the server. */
export const registerStep1: UseCase = {
  form: 'registration-step-1',
  page: screens.start,
  async run({ ports, members, site, document, locale, values, network, session }) {
    const { database, clock } = ports;
    const limit = { action: 'draft/network', subject: network, limit: members.settings.limits.requestsPerNetwork };
    const limited = await countHit(database.db, clock, [limit]);
    if (!limited.allowed) return { retryAfterSeconds: limited.retryAfterSeconds };
    const answer = await members.saveDraft(session.draft ?? null, values);
    if (answer.outcome === 'invalid') return { refused: answer.errors };
    const offer = offerOf(site, document, 'registration-step-1', locale);
    return { to: screens.started, session: { draft: answer.session, offer }, reached: 'started' };
  },
};
