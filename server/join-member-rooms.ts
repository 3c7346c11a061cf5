import type { BackendOptions } from './backend.ts';
import { memberRooms } from './member-rooms/index.ts';
import { countHit } from './platform/limits/rate-limit.ts';
import { enqueueMail } from './platform/mail/outbox.ts';
import { makeRegistrationHandle } from './members/account/registration-handle.ts';

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
