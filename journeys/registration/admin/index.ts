import type { MoreRooms } from '#server/admin/index.ts';
import { codesAttention, codesRoom, type CodesPorts } from './codes/codes.ts';
import { figuresOfYesterday, type FiguresPorts } from './figures/figures.ts';
import { interestAttention, interestRoom, type InterestPorts } from './interest/interest.ts';
import { linkRoom, type LinkPorts } from './link/link.ts';
import { mailPreviewsRoom, type MailPreviewsPorts } from './mail-previews/mail-previews.ts';
import type { PeopleRoomPorts } from './people/people-deeds.ts';
import { peopleRoom } from './people/people.ts';
import { openRequestsCount, type OpenRequestsPorts } from './open-requests.ts';
import { waitingAttention, waitingListRoom, type WaitingListPorts } from './waiting-list/waiting-list.ts';

export type MemberRoomsPorts = LinkPorts &
  CodesPorts &
  WaitingListPorts &
  InterestPorts &
  FiguresPorts &
  OpenRequestsPorts &
  PeopleRoomPorts &
  MailPreviewsPorts;

/** Pages about members, guests and invitations. */
export const memberRooms = (ports: MemberRoomsPorts): MoreRooms => ({
  rooms: [
    linkRoom(ports),
    codesRoom(ports),
    waitingListRoom(ports),
    interestRoom(ports),
    peopleRoom(ports),
    mailPreviewsRoom(ports),
  ],
  attention: [waitingAttention(ports), interestAttention(ports), codesAttention(ports)],
  figures: [figuresOfYesterday(ports)],
  counts: [openRequestsCount(ports)],
});
