import type { MoreAdminPages } from '#server/admin/index.ts';
import { codesAttention, codesPage } from './codes/codes.ts';
import type { CodesPorts } from './codes/ports.ts';
import { registrationFigures, type FiguresPorts } from './figures/figures.ts';
import { interestAttention, interestPage } from './interest/interest.ts';
import type { InterestPorts } from './interest/ports.ts';
import { linkPage } from './link/link.ts';
import type { LinkPorts } from './link/ports.ts';
import { menu } from './menu.ts';
import { mailPreviewsPage } from './mail-previews/mail-previews.ts';
import type { MailPreviewsPorts } from './mail-previews/ports.ts';

import { peoplePage } from './people/people.ts';
import type { PeoplePagePorts } from './people/ports.ts';
import { openRequestsCount, type OpenRequestsPorts } from './open-requests.ts';
import type { WaitingListPorts } from './waiting-list/ports.ts';
import { waitingAttention, waitingListPage } from './waiting-list/waiting-list.ts';

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
