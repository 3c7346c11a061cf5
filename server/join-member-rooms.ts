import type { BackendOptions } from './backend.ts';
import { memberRooms } from './member-rooms/index.ts';
import { makeRegistrationHandle } from './members/account/registration-handle.ts';

/** The pages about members, on the wings of this site. */
export const joinMemberRooms: NonNullable<BackendOptions['moreRooms']> = (
  { ports, members, staff, people },
  { name, url, letterhead },
) =>
  memberRooms({
    members,
    staff,
    people,
    handleOf: (memberId) => makeRegistrationHandle(ports.secrets.handle, memberId),
    sampleSite: () => ({ name, letterhead, url: url('en', '/'), now: ports.clock.now() }),
  });
