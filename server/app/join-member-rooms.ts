import type { BackendOptions } from './backend.ts';
import { memberRooms } from '#server/admin/pages/members/index.ts';
import { countHit } from '#server/platform/limits/rate-limit.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { seal, unsealed } from '#server/platform/tokens/seal.ts';
import { makeRegistrationHandle } from '#server/members/account/registration-handle.ts';

/** What an address that was searched for is sealed as. */
const SEARCHED = 'people/searched';

/** Enough to look at every mail in a language or two. */
const samples = { max: 60, windowSeconds: 3_600 };

/** The pages about members, on the wings of this site. */
export const joinMemberRooms: NonNullable<BackendOptions['moreRooms']> = (
  { ports, members, staff, people, outbox },
  { name, url, letterhead },
) =>
  memberRooms({
    clock: ports.clock,
    members,
    staff,
    people,
    sealed: {
      seal: (address) => seal(ports.secrets.seal, ports.random, SEARCHED, address),
      open: (text) => unsealed(ports.secrets.seal, SEARCHED, text),
    },
    handleOf: (memberId) => makeRegistrationHandle(ports.secrets.handle, memberId),
    async sendSample({ to, ...sample }) {
      const counted = await countHit(ports.database.db, ports.clock, [
        { action: 'mail/sample', subject: to, limit: samples },
      ]);
      if (!counted.allowed) return false;
      await enqueueMail(ports.database.db, ports, { ...sample, to });
      outbox.wake();
      return true;
    },
    sampleSite: () => ({ name, letterhead, url: url(null, '/'), now: ports.clock.now() }),
  });
