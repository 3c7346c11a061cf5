import type { ActionView } from '#engine/shared/data-view.ts';
import { codeStates } from '#journeys/registration/members/codes/code-state.ts';
import { codeOrders, type FoundCode, getCodePosition } from '#journeys/registration/members/find-codes/find-codes.ts';
import { adminActions } from '#schemas/generated/admin-actions/registration/codes.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { buildActions } from '#server/admin/build-actions.ts';
import { buildListFile } from '#server/admin/list-file.ts';
import { readPageState } from '#server/admin/list.ts';
import { type AdminPage, type AdminRequest, type Download, buildViewQuery } from '#server/admin/admin-page.ts';
import type { AttentionSource } from '#server/admin/pages/dashboard/dashboard.ts';
import { createCodeQueries } from './code-queries.ts';
import { buildCodeSections } from './code-sections.ts';
import { buildCodesTable } from './codes-table.ts';
import { type CodesPorts, PAGE } from './ports.ts';

/** Codes of inviters. */
export function createCodesPage(ports: CodesPorts): AdminPage {
  const { members } = ports;
  const { actions, Mutation, offers } = createActions(adminActions, ports);
  return {
    queries: {
      codes: buildViewQuery('invitations', async (request) => {
        const asked = await findNamedCode(members, request);
        if (asked !== null) return { sections: buildCodeSections(request, asked) };
        const list = readPageState(request, codeOrders, { order: 'created', descending: true });
        const found = await members.findCodes({ ...readSearch(request), ...list });
        return {
          lead: [buildActions(request, offers(request).toSorted(byUse))],
          sections: [{ kind: 'table', table: buildCodesTable(request, list, found) }],
        };
      }),
    },
    actions,
    downloads: { codes: codesFile(members) },
    operations: { Query: createCodeQueries(ports), Mutation },
  };
}

/** Ids of the forms, the most used first. */
const uses: readonly string[] = ['create-code', 'change-balance', 'check-codes'];

type Offered = Pick<ActionView, 'form'>;
const byUse = (one: Offered, other: Offered): number => uses.indexOf(one.form.id) - uses.indexOf(other.form.id);

/** The code in the address. */
async function findNamedCode(members: CodesPorts['members'], { query }: AdminRequest): Promise<FoundCode | null> {
  const code = query.get('code');
  if (code === null) return null;
  const question = {
    search: '',
    only: [code],
    state: null,
    order: 'label',
    descending: false,
    offset: 0,
    limit: 1,
  } as const;
  return (await members.findCodes(question)).codes[0] ?? null;
}

function readSearch({ query }: AdminRequest) {
  const state = codeStates.find((each) => each === query.get('state')) ?? null;
  return { search: query.get('q') ?? '', state };
}

const codesFile = (members: CodesPorts['members']): Download => ({
  permission: 'invitations',
  load: (request) =>
    buildListFile(
      {
        name: 'codes.csv',
        columns: ['code', 'name', 'places', 'used', 'pending', 'left', 'landing', 'until', 'state', 'last used'],
        toCells: (code: FoundCode) => [
          code.label,
          code.inviterName ?? '',
          String(code.issued),
          String(code.active),
          String(code.pending),
          String(code.free),
          code.landing ?? '',
          code.expiresAt?.slice(0, 10) ?? '',
          code.state,
          code.lastUsedAt ?? '',
        ],
      },
      {
        async read(range) {
          const question = { ...range, ...readSearch(request), order: 'label', descending: false } as const;
          const { codes, total } = await members.findCodes(question);
          return { rows: codes, total };
        },
        getPosition: (code) => getCodePosition(code, 'label'),
      },
    ),
});

/** Codes with no or few places left, and a site without any code. */
export const createCodesAttention = ({ members }: CodesPorts): AttentionSource => ({
  permission: 'invitations',
  async look({ t, href }) {
    const question = { search: '', order: 'free', descending: false, offset: 0, limit: 5 } as const;
    const { codes } = await members.findCodes({ ...question, state: 'open' });
    if (codes.length === 0 && (await members.findCodes({ ...question, state: null })).codes.length === 0)
      return [
        {
          urgency: 'now',
          item: {
            mark: 'stop',
            state: t('start.noCode'),
            title: t('start.noCodeTitle'),
            link: { label: t('codes.create'), href: href(PAGE) },
          },
        },
      ];
    const short = codes.filter(({ free, issued }) => issued > 1 && free * 10 <= issued);
    return short.map(({ label, free, issued }) => ({
      urgency: 'today' as const,
      item: {
        mark: 'half' as const,
        state: t('start.short'),
        title: t('start.code', { code: label }),
        text: t('start.left', { left: t.number(free), issued: t.number(issued) }),
        link: { label: t('start.look'), href: href(PAGE, { code: label }) },
      },
    }));
  },
});
