import type { MoreAdminPages } from '#server/admin/index.ts';
import { codesAttention, codesPage, type CodesPorts } from './codes/codes.ts';
import { registrationFigures, type FiguresPorts } from './figures/figures.ts';
import { interestAttention, interestPage, type InterestPorts } from './interest/interest.ts';
import { linkPage, type LinkPorts } from './link/link.ts';
import { menu } from './menu.ts';
import { mailPreviewsPage, type MailPreviewsPorts } from './mail-previews/mail-previews.ts';
import type { PeoplePagePorts } from './people/people-actions.ts';
import { peoplePage } from './people/people.ts';
import { openRequestsCount, type OpenRequestsPorts } from './open-requests.ts';
import { waitingAttention, waitingListPage, type WaitingListPorts } from './waiting-list/waiting-list.ts';

export type MemberPagesPorts = LinkPorts &
  CodesPorts &
  WaitingListPorts &
  InterestPorts &
  FiguresPorts &
  OpenRequestsPorts &
  PeoplePagePorts &
  MailPreviewsPorts;

/** Pages about members, guests and invitations. */
export const memberPages = (ports: MemberPagesPorts): MoreAdminPages => ({
  pages: [
    linkPage(ports),
    codesPage(ports),
    waitingListPage(ports),
    interestPage(ports),
    peoplePage(ports),
    mailPreviewsPage(ports),
  ],
  attention: [waitingAttention(ports), interestAttention(ports), codesAttention(ports)],
  figures: [registrationFigures(ports)],
  menu,
  counts: [openRequestsCount(ports)],
});
