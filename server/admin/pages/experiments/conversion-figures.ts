import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { sumByDay } from '#server/platform/database/sum-by-day.ts';
import { buildFigureRow } from '../../figures.ts';
import type { FiguresSource } from '../dashboard/dashboard.ts';

/** Conversions in running experiments; a visitor in two experiments counts in both. */
export const createConversionFigures = ({ database }: Pick<PlatformPorts, 'database'>): FiguresSource => ({
  permissions: ['results'],
  async look({ t }, days) {
    const counted = { table: 'phase_conversion_counts', at: 'hour', sum: 'conversions' };
    return [buildFigureRow(t, t('figures.conversions'), await sumByDay(database.db, counted, days))];
  },
});
