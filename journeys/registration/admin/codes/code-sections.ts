import type { SectionView } from '#engine/shared/data-view.ts';
import { buildLandingName } from '#journeys/registration/admin/link/ports.ts';
import type { FoundCode } from '#journeys/registration/members/find-codes/find-codes.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildBlockCodeForm } from './actions/block-code/block-code.ts';
import { buildBalanceForm } from './actions/change-balance/change-balance.ts';
import { buildStateCell } from './codes-table.ts';
import { PAGE } from './ports.ts';

/** A code with its places, its landing and its actions. */
export function buildCodeSections(request: AdminRequest, code: FoundCode): readonly SectionView[] {
  const { t, href } = request;
  const { label, inviterName, landing, active, pending, free } = code;
  const { text, sub } = buildStateCell(request, code);
  const figures = { used: t.number(active), pending: t.number(pending), left: t.number(free) };
  return [
    { kind: 'record', title: label, up: { label: t('codes.back'), href: href(PAGE) } },
    {
      kind: 'ways',
      links: [
        {
          label: t('menu.link'),
          href: href('/admin/registrationlinkgenerator', { code: label }),
          primary: true,
        },
      ],
    },
    {
      kind: 'facts',
      facts: [
        { label: t('codes.inviter'), value: inviterName ?? t('codes.noInviter') },
        { label: t('codes.state'), value: sub === undefined ? text : `${text}, ${sub}` },
        { label: t('codes.balance'), value: t('codes.bar', figures) },
        { label: t('links.landing'), value: landing === null ? t('codes.anyLanding') : buildLandingName(landing) },
        { label: t('codes.created'), value: t.moment(code.createdAt) },
        { label: t('codes.lastUsed'), value: code.lastUsedAt === null ? '–' : t.moment(code.lastUsedAt) },
      ],
    },
    { kind: 'form', form: buildBalanceForm(request, code) },
    { kind: 'form', form: buildBlockCodeForm(request, code) },
  ];
}
