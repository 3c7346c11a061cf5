import type { ModuleDefinition } from '#server/platform/module-definition.ts';
import { membershipTables } from './migrations/0001-start.ts';
import { earlierAddresses } from './migrations/0004-privacy.ts';
import { auditedLinks } from './migrations/0005-audited-links.ts';
import { memberRetentionIndexes } from './migrations/0007-retention-indexes.ts';
import { attribution } from './migrations/0008-attribution.ts';
import { unstatedGender } from './migrations/0026-unstated-gender.ts';
import { registrationDays } from './migrations/0027-registration-days.ts';
import { memberListIndexes } from './migrations/0038-admin-lists.ts';
import { inviterOrders } from './migrations/0047-inviter-orders.ts';
import { duplicates } from './migrations/0044-duplicates.ts';
import { lastUsedCodes } from './migrations/0043-last-used-codes.ts';
import { inviterNames } from './migrations/0039-inviter-names.ts';
import { memberPersonalData } from './person/member-personal-data.ts';

/** Tables, retention and personal data of the membership. */
export const memberModule: ModuleDefinition = {
  migrations: [
    membershipTables,
    earlierAddresses,
    auditedLinks,
    memberRetentionIndexes,
    attribution,
    unstatedGender,
    registrationDays,
    memberListIndexes,
    inviterNames,
    lastUsedCodes,
    duplicates,
    inviterOrders,
  ],
  // Pending accounts are deleted by `expirePending`, which frees their places.
  retention: [
    {
      table: 'registration_drafts',
      from: 'expires_at',
      days: 0,
      why: 'A draft expires 24 hours after its last change (S3).',
    },
    {
      table: 'activation_tokens',
      from: 'expires_at',
      days: 30,
      why: 'Old links are distinguished from unknown ones for a month.',
    },
    { table: 'activation_attempts', from: 'at', days: 90, why: 'Outcomes of activations are statistics.' },
    {
      table: 'waiting_list',
      from: 'invited_at',
      days: 30,
      only: { column: 'state', values: ['invited'] },
      why: 'After the invitation the entry is obsolete.',
    },
    { table: 'waiting_list', from: 'joined_at', days: 730, why: 'An entry waits two years at most.' },
    { table: 'membership_interest', from: 'applied_at', days: 365, why: 'An application is answered within a year.' },
  ],
  personalData: [memberPersonalData],
};
