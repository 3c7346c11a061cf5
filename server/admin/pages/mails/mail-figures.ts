import type { Outbox } from '#server/platform/mail/index.ts';
import { buildFigureRow } from '../../figures.ts';
import type { FiguresSource } from '../dashboard/dashboard.ts';

/** Sent and failed mails by day of creation. */
export const createMailFigures = ({ outbox }: { readonly outbox: Pick<Outbox, 'countByDay'> }): FiguresSource => ({
  permissions: ['mails'],
  async look({ t }, days) {
    const { sent, failed } = await outbox.countByDay(days);
    return [buildFigureRow(t, t('figures.mailsSent'), sent), buildFigureRow(t, t('figures.mailsFailed'), failed)];
  },
});
