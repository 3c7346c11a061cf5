import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, addKeyColumn, addTextColumns } from '#server/platform/database/schema.ts';

/** Addresses at which calendar applications read the calendar, one per staff user. */
export const calendarFeeds: SchemaMigration = {
  name: '0048-calendar-feeds',
  phase: 'expand',
  async up(db) {
    await create(db, 'calendar_feeds', (table) =>
      addTextColumns(addKeyColumn(table, 'admin_id'), 'id', 'created_at').addUniqueConstraint('calendar_feeds_by_id', [
        'id',
      ]),
    );
  },
};
