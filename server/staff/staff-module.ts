import type { ModuleDefinition } from '#server/platform/module-definition.ts';
import { failedSignIn } from './audit/chain.ts';
import { draftMails } from './migrations/0050-draft-mails.ts';
import { calendarFeeds } from './migrations/0048-calendar-feeds.ts';
import { staffInvitations } from './migrations/0042-staff-invitations.ts';
import { tokenIssuers } from './migrations/0021-token-issuers.ts';
import { confirmedSessions } from './migrations/0017-confirmed-sessions.ts';
import { passkeysTable } from './migrations/0016-passkeys.ts';
import { apiTokensTable } from './migrations/0014-program-tokens.ts';
import { auditChain } from './migrations/0012-audit-chain.ts';
import { adminTable, auditTable } from './migrations/0001-start.ts';
import { accountPersonalData } from './account-personal-data.ts';
import { staffPersonalData } from './staff-personal-data.ts';
import { accessTokens } from './migrations/0002-access-tokens.ts';
import { staffGroups } from './migrations/0009-staff-groups.ts';
import { staffRetentionIndexes } from './migrations/0007-retention-indexes.ts';

/** Tables, retention and personal data of staff users. */
export const staffModule: ModuleDefinition = {
  migrations: [
    auditTable,
    adminTable,
    accessTokens,
    staffRetentionIndexes,
    staffGroups,
    auditChain,
    apiTokensTable,
    passkeysTable,
    confirmedSessions,
    tokenIssuers,
    staffInvitations,
    calendarFeeds,
    draftMails,
  ],
  personalData: [staffPersonalData, accountPersonalData],
  retention: [
    { table: 'access_tokens', from: 'expires_at', days: 0, why: 'An expired token is useless.' },
    { table: 'program_tokens', from: 'expires_at', days: 0, why: 'An expired token is useless.' },
    {
      table: 'staff_invitations',
      from: 'expires_at',
      days: 30,
      why: 'The list of colleagues shows for a month that an invitation has expired.',
    },
    {
      table: 'audit_log',
      from: 'at',
      days: 90,
      only: { column: 'action', values: [failedSignIn] },
      why: 'Attempts to sign in, as earlier releases recorded them.',
    },
    { table: 'audit_log', from: 'at', days: 730, why: 'Entries of earlier releases, for two years.' },
  ],
};
