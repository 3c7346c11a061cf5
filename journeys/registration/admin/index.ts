import type { MoreAdminPages } from '#server/admin/index.ts';
import { createCodesAttention, createCodesPage } from './codes/codes.ts';
import type { CodesPorts } from './codes/ports.ts';
import { createRegistrationFigures, type FiguresPorts } from './figures/figures.ts';
import { createInterestAttention, createInterestPage } from './interest/interest.ts';
import type { InterestPorts } from './interest/ports.ts';
import { createLinkPage } from './link/link.ts';
import type { LinkPorts } from './link/ports.ts';
import { menu } from './menu.ts';
import { createMailPreviewsPage } from './mail-previews/mail-previews.ts';
import type { MailPreviewsPorts } from './mail-previews/ports.ts';

import { createPeoplePage } from './people/people.ts';
import type { PeoplePagePorts } from './people/ports.ts';
import { openRequestsCount, type OpenRequestsPorts } from './open-requests.ts';
import type { WaitingListPorts } from './waiting-list/ports.ts';
import { createWaitingAttention, createWaitingListPage } from './waiting-list/waiting-list.ts';

export type MemberPagesPorts = LinkPorts &
  CodesPorts &
  WaitingListPorts &
  InterestPorts &
  FiguresPorts &
  OpenRequestsPorts &
  PeoplePagePorts &
  MailPreviewsPorts;

/** Pages about members, guests and invitations. */
export const createMemberPages = (ports: MemberPagesPorts): MoreAdminPages => ({
  pages: [
    createLinkPage(ports),
    createCodesPage(ports),
    createWaitingListPage(ports),
    createInterestPage(ports),
    createPeoplePage(ports),
    createMailPreviewsPage(ports),
  ],
  attention: [createWaitingAttention(ports), createInterestAttention(ports), createCodesAttention(ports)],
  figures: [createRegistrationFigures(ports)],
  menu,
  counts: [openRequestsCount(ports)],
});
