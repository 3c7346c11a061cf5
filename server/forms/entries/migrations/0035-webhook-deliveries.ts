import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import {
  create,
  addEnumColumn,
  index,
  addIntegerColumns,
  addKeyColumn,
  addOptionalColumns,
  addTextColumns,
} from '#server/platform/database/schema.ts';

/** Requests to webhooks: the outbox of form entries. */
export const webhookDeliveries: SchemaMigration = {
  name: '0035-webhook-deliveries',
  phase: 'expand',
  async up(db) {
    await create(db, 'webhook_deliveries', (table) =>
      addIntegerColumns(
        addOptionalColumns(
          addEnumColumn(
            addTextColumns(addKeyColumn(table, 'id'), 'webhook', 'entry', 'next_attempt_at', 'created_at'),
            'status',
            ['queued', 'sending', 'sent', 'dead'],
          ),
          'body',
          'lease_until',
          'last_error',
          'sent_at',
        ),
        'attempts',
      ).addForeignKeyConstraint('webhook_deliveries_entry', ['entry'], 'form_entries', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
    );
    await index(db, 'webhook_deliveries', 'status', 'next_attempt_at');
    await index(db, 'webhook_deliveries', 'entry');
    await index(db, 'webhook_deliveries', 'created_at');
  },
};
