import type { ModuleDefinition } from '#server/platform/module-definition.ts';
import { formEntries } from './migrations/0034-form-entries.ts';
import { webhookDeliveries } from './migrations/0035-webhook-deliveries.ts';
import { formConfirmations } from './migrations/0041-form-confirmations.ts';
import { entriesOfPerson } from './personal-data.ts';

/** Tables, retention and personal data of form documents. */
export const formEntriesModule: ModuleDefinition = {
  migrations: [formEntries, webhookDeliveries, formConfirmations],
  personalData: [entriesOfPerson],
  retention: [
    {
      table: 'form_entries',
      from: 'delete_at',
      days: 0,
      why: 'Each form document says how long its entries are stored, and why.',
    },
    {
      table: 'webhook_deliveries',
      from: 'created_at',
      days: 30,
      why: 'A target that was down is repaired within a month.',
    },
  ],
};
