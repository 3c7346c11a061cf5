import { listed, type PersonTraces } from '#server/platform/person/traces.ts';

/** What experiments noted of browsers that the person named; no row leads from an address to them. */
export const visitorTraces: PersonTraces = {
  async collect({ database: { db } }, { visitors }) {
    const exposures = await db
      .selectFrom('exposures')
      .select(['anonymous_id', 'experiment', 'variation', 'attributes', 'evaluated_at'])
      .where('anonymous_id', 'in', listed(visitors))
      .execute();
    const conversions = await db
      .selectFrom('conversions')
      .select(['anonymous_id', 'event', 'at'])
      .where('anonymous_id', 'in', listed(visitors))
      .execute();
    return { tables: { exposures, conversions } };
  },

  async erase(tx, { visitors }) {
    const rows: Record<string, number> = {};
    for (const table of ['exposures', 'conversions'] as const) {
      const gone = await tx.deleteFrom(table).where('anonymous_id', 'in', listed(visitors)).executeTakeFirst();
      rows[table] = Number(gone.numDeletedRows);
    }
    return { rows };
  },
};
