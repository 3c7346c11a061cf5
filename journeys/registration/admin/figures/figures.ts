import type { FiguresSource } from '#server/admin/pages/dashboard/dashboard.ts';
import { buildFigureRow } from '#server/admin/figures.ts';
import type { Members } from '#journeys/registration/members/index.ts';

export interface FiguresPorts {
  readonly members: Pick<Members, 'readFigures'>;
}

/** New members in the last days. */
export const createRegistrationFigures = ({ members }: FiguresPorts): FiguresSource => ({
  permissions: ['invitations', 'results'],
  async look({ t }, days) {
    const figures = await members.readFigures({ days });
    return figures.map(({ name, counts }) => buildFigureRow(t, t(`figures.${name}`), counts));
  },
});
