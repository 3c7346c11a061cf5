import type { SectionView } from '#engine/shared/data-view.ts';
import type { FoundMember } from '#journeys/registration/members/find-members/find-members.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { formView } from '#server/admin/form.ts';
import { maskEmail } from '#server/admin/list.ts';
import type { OperationCaller } from '#server/admin/operation.ts';
import {
  type Action,
  type ActionResult,
  type AdminRequest,
  type Fields,
  requireUser,
  type AdminPage,
  viewQuery,
} from '#server/admin/admin-page.ts';
import { previewed } from '#server/admin/preview.ts';
import { type ErasurePreview, peopleActions, type PeoplePagePorts } from './people-actions.ts';
import { type Correction, erasureSections, eraseForm, personSections } from './person-sections.ts';
import { peopleOperations } from './people-operations.ts';

const PAGE = '/admin/people';

/**
 * Guests and members, for support. Nothing that names a person is in an address or in the log: searches are posted and counted, results are
 * masked and lead on by ids, and who opens a person is written down.
 */
export function peoplePage(ports: PeoplePagePorts): AdminPage {
  const actions = peopleActions(ports);
  const addressOf = (fields: Fields): Promise<string> => actions.resolveAddress(fields.text('person'));
  /** Forms of a person stand below that person, and nowhere else. */
  const again: Action['again'] = async (request, fields) =>
    opened(request, await addressOf(fields), [], { value: fields.text('newEmail') });
  const action = (run: Action['run']): Action => ({ permission: 'people', page: PAGE, repeatable: true, run });

  async function opened(
    request: AdminRequest,
    address: string,
    note: readonly SectionView[] = [],
    correction: Correction = {},
  ): Promise<Shown> {
    const person = await actions.open(address, callerOf(request));
    if (person === null) return notice(request, 'people.notAnAddress');
    return {
      shown: [
        ...note,
        ...personSections(request, { ...person, ref: person.member?.id ?? actions.sealAddress(address), correction }),
      ],
    };
  }

  const resend: Action = {
    permission: 'people',
    page: PAGE,
    async run(request, fields) {
      const { words } = request;
      const address = await addressOf(fields);
      switch (await actions.resend(address, callerOf(request))) {
        case 'unknown':
          return notice(request, 'people.gone');
        case 'not-sent':
          return opened(request, address, [{ kind: 'note', mark: 'alert', title: words('people.notResent') }]);
        case 'sent':
          return { ...(await resent(request, fields)), isDone: true };
      }
    },
    repeated: (request, fields) => resent(request, fields),
    again,
  };
  const resent = async (request: AdminRequest, fields: Fields) =>
    opened(request, await addressOf(fields), [{ kind: 'note', mark: 'on', title: request.words('people.resent') }]);

  const correct: Action = {
    permission: 'people',
    page: PAGE,
    async run(request, fields) {
      const { words } = request;
      const [address, value] = [await addressOf(fields), fields.text('newEmail')];
      const answer = await actions.correct(address, value, callerOf(request));
      switch (answer.outcome) {
        case 'corrected':
          return { ...(await corrected(request, answer.email)), isDone: true };
        case 'unknown':
          return notice(request, 'people.gone');
        case 'invalid':
          return opened(request, address, [], { value, error: words('people.notAnAddress') });
        case 'not-corrected':
          return opened(request, address, [{ kind: 'note', mark: 'alert', title: words('people.notCorrected') }], {
            value,
          });
      }
    },
    repeated: (request, fields) => corrected(request, fields.text('newEmail')),
    again,
  };
  const corrected = (request: AdminRequest, address: string) =>
    opened(request, address, [{ kind: 'note', mark: 'on', title: request.words('people.corrected') }]);

  const erase = previewed<ErasurePreview>({
    name: 'erase-person',
    permission: 'people',
    page: PAGE,
    async preview(request, fields) {
      const found = await actions.previewErasure(await addressOf(fields));
      if (found === null) return { answer: notice(request, 'people.notAnAddress') };
      return {
        state: found,
        sections: erasureSections(request, found),
        form: eraseForm(request, fields.text('person')),
      };
    },
    async run(request, fields, { address }): Promise<ActionResult> {
      const { words } = request;
      const answer = await actions.erase(address, fields.text('password'), callerOf(request));
      if (answer.outcome === 'erased') return { to: PAGE, query: { done: 'personErased', n: String(answer.rows) } };
      if (answer.outcome === 'unknown') return notice(request, 'people.notAnAddress');
      if (answer.outcome !== 'too-many-requests') return { errors: { password: words('people.passwordWrong') } };
      const { retryAfterSeconds } = answer;
      const message = words('signin.tooMany', { minutes: words.number(Math.ceil(retryAfterSeconds / 60)) });
      return { errors: {}, message, status: 429, retryAfterSeconds };
    },
  });

  const take = action(async (request, fields): Promise<ActionResult> => {
    const stored = await actions.take(await addressOf(fields), callerOf(request));
    if (stored === null) return notice(request, 'people.notAnAddress');
    return { file: { name: 'person.json', type: 'application/json', body: JSON.stringify(stored, null, 2) } };
  });

  const find = action(async (request, fields): Promise<ActionResult> => {
    const { words } = request;
    const search = fields.text('search');
    const found = await actions.find(search, callerOf(request));
    const isAddress = readEmail(search) !== null;
    if (found.length === 0 && !isAddress) return { errors: { search: words('people.nobody') } };
    return {
      shown: [buildResults(request, found, isAddress ? { address: search, ref: actions.sealAddress(search) } : null)],
    };
  });

  return {
    queries: {
      people: viewQuery('people', async (request) => ({
        lead: [{ kind: 'form', form: searchForm(request) }],
        sections: [],
      })),
    },
    actions: {
      'find-person': find,
      'open-person': { ...action(async (request, fields) => opened(request, await addressOf(fields))), again },
      'resend-activation': resend,
      'correct-address': correct,
      'export-person': { ...take, again },
      'preview-erase-person': { ...erase.preview, again },
      'erase-person': erase.run,
    },
    operations: peopleOperations(actions),
  };
}

const callerOf = (request: AdminRequest): OperationCaller => ({
  actor: requireUser(request).id,
  network: request.network,
});

type Shown = Extract<ActionResult, { readonly shown: unknown }>;

/** Why nobody is shown: the form that was pressed is not on the page that answers. */
const notice = ({ words }: AdminRequest, key: 'people.gone' | 'people.notAnAddress'): Shown => ({
  shown: [{ kind: 'note', mark: 'alert', title: words(key) }],
});

function searchForm(request: AdminRequest) {
  const { words } = request;
  return formView(request, {
    action: 'find-person',
    submit: words('list.search'),
    text: words('people.note'),
    fields: [{ name: 'search', label: words('people.search'), type: 'text', required: true, autocomplete: 'off' }],
  });
}

const formatInitials = ({ firstName, lastName }: FoundMember): string =>
  `${firstName.slice(0, 1)}. ${lastName.slice(0, 1)}.`;

/** Who was found, masked; an address without an account may still wait or have asked. */
function buildResults(
  request: AdminRequest,
  found: readonly FoundMember[],
  other: { readonly address: string; readonly ref: string } | null,
): SectionView {
  const { words } = request;
  const open = (person: string, id: string) =>
    formView(request, {
      action: 'open-person',
      id: `open-${id}`,
      submit: words('people.open'),
      hidden: { person },
    });
  const rows = found.map((member) => ({
    key: member.id,
    cells: [
      { text: maskEmail(member.email), sub: formatInitials(member) },
      {
        text: words(`people.state.${member.state}`),
        mark: member.state === 'active' ? ('on' as const) : ('wait' as const),
      },
      { text: words.moment(member.registeredAt) },
      { text: member.code },
      { text: '', forms: [open(member.id, member.id)] },
    ],
  }));
  const without = {
    key: 'address',
    cells: [
      { text: maskEmail(other?.address ?? '') },
      { text: words('people.noAccount'), mark: 'off' as const },
      { text: '–' },
      { text: '–' },
      { text: '', forms: [open(other?.ref ?? '', 'address')] },
    ],
  };
  return {
    kind: 'table',
    table: {
      caption: words('people.results'),
      columns: [
        { label: words('person.email') },
        { label: words('codes.state') },
        { label: words('people.registered') },
        { label: words('codes.code') },
        { label: words('list.action') },
      ],
      rows: rows.length === 0 ? [without] : rows,
      empty: { title: words('people.nobody'), text: '' },
    },
  };
}
