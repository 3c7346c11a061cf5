import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import {
  create,
  index,
  addIntegerColumns,
  addKeyColumn,
  addOptionalColumns,
  addTextColumns,
  addEnumColumn,
} from '#server/platform/database/schema.ts';

/** Initial tables of outbox, idempotency and rate limits. */
export const platformTables: SchemaMigration = {
  name: '0001-start',
  phase: 'expand',
  part: 2,
  async up(db) {
    await create(db, 'outbox', (table) => {
      const mail = addTextColumns(
        addKeyColumn(table, 'id'),
        'message_id',
        'template',
        'locale',
        'recipient',
        'next_attempt_at',
        'created_at',
      );
      return addOptionalColumns(
        addIntegerColumns(addEnumColumn(mail, 'status', ['queued', 'sending', 'sent', 'kept', 'dead']), 'attempts'),
        'content',
        'lease_until',
        'last_error',
        'sent_at',
      ).addUniqueConstraint('outbox_message', ['message_id']);
    });
    await index(db, 'outbox', 'status', 'next_attempt_at');
    await create(db, 'idempotency_keys', (table) =>
      addOptionalColumns(
        addTextColumns(addKeyColumn(table, 'key'), 'fingerprint', 'answer', 'created_at', 'expires_at'),
        'member_id',
      ),
    );
    await index(db, 'idempotency_keys', 'member_id');
    await create(db, 'rate_limits', (table) =>
      addIntegerColumns(addTextColumns(table, 'key', 'window_start', 'expires_at'), 'hits').addPrimaryKeyConstraint(
        'rate_limits_key',
        ['key', 'window_start'],
      ),
    );
  },
};
