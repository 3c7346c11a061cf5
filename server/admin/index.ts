import { createAuditPage } from './pages/audit/audit.ts';
import type { AuditPagePorts } from './pages/audit/ports.ts';
import { type Confirming, type ConfirmPorts, createReauthentication } from './pages/reauthenticate/reauthenticate.ts';
import { createMailFigures } from './pages/mails/mail-figures.ts';
import { createDeadMailsCount, createMailsAttention, createMailsPage } from './pages/mails/mails.ts';
import type { MailsPorts } from './pages/mails/ports.ts';
import { type CountSource, type MenuPart, createMenuPage } from './menu/menu.ts';
import type { AdminOperations } from './operation.ts';
import { createPasskeysPage, type PasskeysPorts } from './pages/passkeys/passkeys.ts';
import type { AdminPage } from './admin-page.ts';
import { createSessionsPage, type SessionsPorts } from './pages/sessions/sessions.ts';
import { createSignInPage, type SignInPagePorts } from './pages/sign-in/sign-in.ts';
import { type AttentionSource, type FiguresSource, createDashboardPage } from './pages/dashboard/dashboard.ts';
import {
  createComingMoments,
  createDocumentsAttention,
  createFindingsCount,
  createServerAttention,
  type StatePorts,
  createSystemStatusPage,
} from './pages/system-status/system-status-page.ts';
import { createErrorFigures, type ErrorFiguresPorts } from './pages/system-status/error-figures.ts';
import { createApiTokensPage } from './pages/api-tokens/api-tokens.ts';
import type { TokensPorts } from './pages/api-tokens/ports.ts';
import { createColleagueInvitationPage } from './pages/colleague-invitation/colleague-invitation.ts';
import type { ColleagueInvitationPorts } from './pages/colleague-invitation/ports.ts';
import { createColleaguesPage } from './pages/colleagues/colleagues.ts';
import type { ColleaguesPorts } from './pages/colleagues/ports.ts';

export type AdminPorts = SignInPagePorts &
  ErrorFiguresPorts &
  SessionsPorts &
  PasskeysPorts &
  ConfirmPorts &
  MailsPorts &
  AuditPagePorts &
  TokensPorts &
  ColleaguesPorts &
  ColleagueInvitationPorts &
  StatePorts;

/** Queries, actions and files of all admin pages, by name. */
export type AdminPages = Required<Omit<AdminPage, 'operations'>> & {
  readonly operations: Required<AdminOperations>;
  readonly confirming: Confirming;
};

/** Admin pages of other modules, such as those of members. */
export interface MoreAdminPages {
  readonly pages: readonly AdminPage[];
  /** What they show under "needs attention" on the dashboard, the most urgent first. */
  readonly attention: readonly AttentionSource[];
  /** Their counts of yesterday. */
  readonly figures?: readonly FiguresSource[];
  /** Their entries in the menu. */
  readonly menu?: readonly MenuPart[];
  /** Their counts of pending items, for the menu. */
  readonly counts?: readonly CountSource[];
}

export function createAdminPages(ports: AdminPorts, more: readonly MoreAdminPages[] = []): AdminPages {
  const pages: readonly AdminPage[] = [
    createSignInPage(ports),
    createMenuPage(
      [createDeadMailsCount(ports), createFindingsCount(ports), ...more.flatMap(({ counts = [] }) => counts)],
      more.flatMap(({ menu = [] }) => menu),
    ),
    createDashboardPage(
      [
        createMailsAttention(ports),
        createServerAttention(ports),
        ...more.flatMap(({ attention }) => attention),
        createDocumentsAttention(ports),
      ],
      // Journeys come last in the list and are the purpose of the site: they are shown first.
      [
        ...more.toReversed().flatMap(({ figures = [] }) => figures),
        createMailFigures(ports),
        createErrorFigures(ports),
      ],
      createComingMoments(ports),
      ports.ports.clock,
    ),
    createSystemStatusPage(ports),
    createSessionsPage(ports),
    createPasskeysPage(ports),
    createMailsPage(ports),
    createAuditPage(ports),
    createColleaguesPage(ports),
    createColleagueInvitationPage(ports),
    createApiTokensPage(ports),
    ...more.flatMap((each) => each.pages),
  ];
  return {
    queries: Object.assign({}, ...pages.map(({ queries }) => queries)),
    actions: Object.assign({}, ...pages.map(({ actions }) => actions)),
    downloads: Object.assign({}, ...pages.map(({ downloads }) => downloads)),
    confirming: createReauthentication(ports),
    operations: {
      Query: Object.assign({}, ...pages.map(({ operations }) => operations?.Query)),
      Mutation: Object.assign({}, ...pages.map(({ operations }) => operations?.Mutation)),
    },
  };
}
