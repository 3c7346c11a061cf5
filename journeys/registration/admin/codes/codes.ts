import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import { codeStates } from '#journeys/registration/members/codes/code-state.ts';
import { codeOrders, type FoundCode } from '#journeys/registration/members/find-codes/find-codes.ts';
import { buildActions } from '#server/admin/build-actions.ts';
import { MAX_FILE_ROWS, readPageState } from '#server/admin/list.ts';
import {
  type Action,
  type ActionResult,
  type AdminRequest,
  type Download,
  requireUser,
  type AdminPage,
  viewQuery,
} from '#server/admin/admin-page.ts';
import type { AttentionSource } from '#server/admin/pages/dashboard/dashboard.ts';
import { codesTable, PAGE } from './codes-table.ts';
import { createCodeForm, importForm } from './code-forms.ts';
import { buildCodeSections } from './code-sections.ts';
import { importAction } from './import-codes.ts';
import { codeOperations } from './code-operations.ts';
import { MAX_REASON_LENGTH, parseNewCode, describeFieldErrors } from './new-code.ts';

export interface CodesPorts {
  readonly members: Pick<Members, 'findCodes' | 'checkNewCode' | 'createCode' | 'blockCode' | 'changeBalance'>;
}

/** Inviters and what they hand out. */
export function codesPage({ members }: CodesPorts): AdminPage {
  const create: Action = {
    permission: 'invitations',
    page: PAGE,
    async run(request, fields): Promise<ActionResult> {
      const read = parseNewCode(request, (name) => fields.text(name));
      if ('errors' in read) return read;
      const answer = await members.createCode({ ...read.code, actor: requireUser(request).id });
      if (answer.outcome !== 'created') return { errors: describeFieldErrors(request, answer) };
      return { to: PAGE, query: { done: 'codeCreated', q: answer.created.label } };
    },
  };
  const block: Action = {
    requiresReauth: true,
    permission: 'invitations',
    page: PAGE,
    async run(request, fields): Promise<ActionResult> {
      const state = fields.text('state') === 'blocked' ? 'blocked' : 'active';
      const { id: actor } = requireUser(request);
      const { outcome } = await members.blockCode({ code: fields.text('code'), what: 'code', state, actor });
      const done = outcome === 'changed' ? (state === 'blocked' ? 'codeBlocked' : 'codeOpened') : 'codeUnchanged';
      return { to: PAGE, query: { done, code: fields.text('code') } };
    },
  };
  const balance: Action = {
    permission: 'invitations',
    page: PAGE,
    async run(request, fields): Promise<ActionResult> {
      const { words } = request;
      const answer = await members.changeBalance({
        code: fields.text('code'),
        places: parseWholeNumber(fields.text('places')),
        reason: fields.text('reason').slice(0, MAX_REASON_LENGTH),
        actor: requireUser(request).id,
      });
      switch (answer.outcome) {
        case 'changed':
          return { to: PAGE, query: { done: 'balanceChanged', n: String(answer.free), code: fields.text('code') } };
        case 'unknown':
          return { errors: {}, message: words('code.REGISTRATION_CODE_INVALID') };
        case 'too-few':
          return { errors: { places: words('codes.tooFew', { least: words.number(answer.least) }) } };
        case 'invalid-places':
          return { errors: { places: words('codes.placesWrong', { most: words.number(answer.most) }) } };
      }
    },
  };
  return {
    queries: {
      codes: viewQuery('invitations', async (request) => {
        const asked = await findNamedCode(members, request);
        if (asked !== null) return { sections: buildCodeSections(request, asked) };
        const list = readPageState(request, codeOrders, { order: 'created', descending: true });
        const found = await members.findCodes({ ...readSearch(request), ...list });
        const { words } = request;
        return {
          lead: [
            buildActions(request, [
              { label: words('codes.create'), form: createCodeForm(request) },
              { label: words('import.title'), form: importForm(request) },
            ]),
          ],
          sections: [{ kind: 'table', table: codesTable(request, list, found) }],
        };
      }),
    },
    actions: {
      'create-code': create,
      'block-code': block,
      'change-balance': balance,
      ...importAction(members),
    },
    downloads: { codes: codesFile(members) },
    operations: codeOperations(members),
  };
}

/** The code that the address names. */
async function findNamedCode(members: CodesPorts['members'], { query }: AdminRequest): Promise<FoundCode | null> {
  const code = query.get('code');
  if (code === null) return null;
  const question = { search: '', code, state: null, order: 'label', descending: false, offset: 0, limit: 1 } as const;
  return (await members.findCodes(question)).codes[0] ?? null;
}

function readSearch({ query }: AdminRequest) {
  const state = codeStates.find((each) => each === query.get('state')) ?? null;
  return { search: query.get('q') ?? '', state };
}

const codesFile = (members: CodesPorts['members']): Download => ({
  permission: 'invitations',
  async load(request) {
    const { codes } = await members.findCodes({
      ...readSearch(request),
      order: 'label',
      descending: false,
      offset: 0,
      limit: MAX_FILE_ROWS,
    });
    const header = ['code', 'name', 'places', 'used', 'pending', 'left', 'landing', 'until', 'state'];
    const row = (code: FoundCode) => [
      code.label,
      code.inviterName ?? '',
      String(code.issued),
      String(code.active),
      String(code.pending),
      String(code.free),
      code.landing ?? '',
      code.expiresAt?.slice(0, 10) ?? '',
      code.state,
    ];
    return { name: 'codes.csv', rows: [header, ...codes.map(row)] };
  },
});

/** Codes without a place left, and those that nearly are. */
export const codesAttention = ({ members }: CodesPorts): AttentionSource => ({
  permission: 'invitations',
  async look({ words, href }) {
    const { codes } = await members.findCodes({
      search: '',
      state: 'open',
      order: 'free',
      descending: false,
      offset: 0,
      limit: 5,
    });
    const short = codes.filter(({ free, issued }) => issued > 1 && free * 10 <= issued);
    return short.map(({ label, free, issued }) => ({
      urgency: 'today' as const,
      item: {
        mark: 'half' as const,
        state: words('start.short'),
        title: words('start.code', { code: label }),
        text: words('start.left', { left: words.number(free), issued: words.number(issued) }),
        link: { label: words('start.look'), href: href(PAGE, { q: label }) },
      },
    }));
  },
});
