import { toTimestamp } from '#server/platform/database/timestamp.ts';
import { toNonEmptyList, type PersonalDataSource } from '#server/platform/personal-data/personal-data-source.ts';
import { forgetExposures } from '#server/site/export/forget-exposures.ts';
import { changeAgreed } from './consented/agreed-counts.ts';

/** Data of experiments about browsers that the person named; no row links them to an email address. */
export const visitorPersonalData: PersonalDataSource = {
  async collect({ database: { db } }, { visitors }) {
    const exposures = await db
      .selectFrom('exposure_rows')
      .select(['anonymous_id', 'experiment', 'phase', 'variation', 'revision', 'attributes', 'evaluated_at'])
      .where('anonymous_id', 'in', toNonEmptyList(visitors))
      .execute();
    const conversions = await db
      .selectFrom('conversions')
      .select(['anonymous_id', 'event', 'at'])
      .where('anonymous_id', 'in', toNonEmptyList(visitors))
      .execute();
    return { tables: { exposures, conversions } };
  },

  erase(tx, { visitors }) {
    const whose = toNonEmptyList(visitors);
    return changeAgreed(
      tx,
      () => whose,
      async () => {
        const exposures = await forgetExposures(tx, whose, toTimestamp(Date.now()));
        const gone = await tx.deleteFrom('conversions').where('anonymous_id', 'in', whose).executeTakeFirst();
        return { rows: { exposures, conversions: Number(gone.numDeletedRows) } };
      },
    );
  },
};
