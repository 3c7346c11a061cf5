import type { SectionView } from '#engine/shared/data-view.ts';
import { landingName } from '#journeys/registration/admin/link/ports.ts';
import type { FoundCode } from '#journeys/registration/members/find-codes/find-codes.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { blockForm } from './actions/block-code/block-code.ts';
import { balanceForm } from './actions/change-balance/change-balance.ts';
import { buildStateCell } from './codes-table.ts';
import { PAGE } from './ports.ts';

/** A code with its places, its landing and its actions. */
export function buildCodeSections(request: AdminRequest, code: FoundCode): readonly SectionView[] {
  const { words, href } = request;
  const { label, inviterName, landing, active, pending, free } = code;
  const { text, sub } = buildStateCell(request, code);
  const figures = { used: words.number(active), pending: words.number(pending), left: words.number(free) };
  return [
    {
      kind: 'ways',
      links: [
        { label: words('codes.back'), href: href(PAGE) },
        { label: words('menu.link'), href: href('/admin/registrationlinkgenerator', { code: label }) },
      ],
    },
    {
      kind: 'facts',
      title: label,
      facts: [
        { label: words('codes.inviter'), value: inviterName ?? words('codes.noInviter') },
        { label: words('codes.state'), value: sub === undefined ? text : `${text}, ${sub}` },
        { label: words('codes.balance'), value: words('codes.bar', figures) },
        { label: words('links.landing'), value: landing === null ? words('codes.anyLanding') : landingName(landing) },
        { label: words('codes.created'), value: words.moment(code.createdAt) },
        { label: words('codes.lastUsed'), value: code.lastUsedAt === null ? '–' : words.moment(code.lastUsedAt) },
      ],
    },
    { kind: 'form', form: balanceForm(request, code) },
    { kind: 'form', form: blockForm(request, code) },
  ];
}
