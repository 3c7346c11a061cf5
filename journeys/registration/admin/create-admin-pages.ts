import { makeRegistrationHandle } from '#journeys/registration/members/account/registration-handle.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import type { MoreAdminPages } from '#server/admin/index.ts';
import type { PluginServices } from '#server/forms/plugin-services.ts';
import { countHit } from '#server/platform/limits/rate-limit.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { seal, tryToUnseal } from '#server/platform/tokens/seal.ts';
import { createMemberPages } from './index.ts';

/** Encryption context of searched addresses. */
const SEARCHED = 'people/searched';

/** Enough for all mails in a language or two. */
const samples = { max: 60, windowSeconds: 3_600 };

/** The admin pages about members, guests and invitations, on the services of a server. */
export function createMemberAdminPages(services: PluginServices, members: Members): MoreAdminPages {
  const { clock, secrets, random, database, outbox, staff, people, site } = services;
  return createMemberPages({
    members,
    staff,
    people,
    sealed: {
      seal: (address) => seal(secrets.seal, random, SEARCHED, address),
      open: (text) => tryToUnseal(secrets.seal, SEARCHED, text),
    },
    makeHandle: (memberId) => makeRegistrationHandle(secrets.handle, memberId),
    async sendSample({ to, ...sample }) {
      const counted = await countHit(database.db, clock, [{ action: 'mail/sample', subject: to, limit: samples }]);
      if (!counted.allowed) return false;
      await enqueueMail(database.db, services, { ...sample, to });
      outbox.wake();
      return true;
    },
    sampleSite: () => ({ name: site.name, branding: site.branding, url: site.url(null, '/'), now: clock.now() }),
  });
}
