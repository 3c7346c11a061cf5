import type { FieldView, SectionView } from '#engine/base/data-view.ts';
import type { FoundMember } from '#journeys/registration/members/find-members/find-members.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { formView } from '#server/admin/form.ts';
import { masked } from '#server/admin/list.ts';
import type { RoomCaller } from '#server/admin/operation.ts';
import {
  type Action,
  type ActionAnswer,
  type Asking,
  type Fields,
  mustBe,
  type Room,
  viewQuery,
} from '#server/admin/room.ts';
import { type Preview, previewed } from '#server/admin/preview.ts';
import { type ErasurePreview, type OpenedPerson, peopleDeeds, type PeopleRoomPorts } from './people-deeds.ts';
import { peopleOperations } from './people-operations.ts';

const PAGE = '/admin/people';

/**
 * Guests and members, for support. Nothing that names a person is in an address or in the log: searches are posted and counted, results are
 * masked and lead on by ids, and who opens a person is written down.
 */
export function peopleRoom(ports: PeopleRoomPorts): Room {
  const deeds = peopleDeeds(ports);
  const addressOf = (fields: Fields): Promise<string> => deeds.addressOf(fields.text('person'));
  /** Forms of a person stand below that person, and nowhere else. */
  const again: Action['again'] = async (asking, fields) =>
    opened(asking, await addressOf(fields), [], { value: fields.text('newEmail') });
  const action = (run: Action['run']): Action => ({ permission: 'people', page: PAGE, repeatable: true, run });

  async function opened(
    asking: Asking,
    address: string,
    note: readonly SectionView[] = [],
    correction: Correction = {},
  ): Promise<Shown> {
    const person = await deeds.open(address, callerOf(asking));
    if (person === null) return notice(asking, 'people.notAnAddress');
    return {
      shown: [
        ...note,
        ...personSections(asking, { ...person, ref: person.member?.id ?? deeds.refOf(address), correction }),
      ],
    };
  }

  const resend: Action = {
    permission: 'people',
    page: PAGE,
    async run(asking, fields) {
      const { words } = asking;
      const address = await addressOf(fields);
      switch (await deeds.resend(address, callerOf(asking))) {
        case 'unknown':
          return notice(asking, 'people.gone');
        case 'not-sent':
          return opened(asking, address, [{ kind: 'note', mark: 'alert', title: words('people.notResent') }]);
        case 'sent':
          return { ...(await resent(asking, fields)), isDone: true };
      }
    },
    repeated: (asking, fields) => resent(asking, fields),
    again,
  };
  const resent = async (asking: Asking, fields: Fields) =>
    opened(asking, await addressOf(fields), [{ kind: 'note', mark: 'on', title: asking.words('people.resent') }]);

  const correct: Action = {
    permission: 'people',
    page: PAGE,
    async run(asking, fields) {
      const { words } = asking;
      const [address, value] = [await addressOf(fields), fields.text('newEmail')];
      const answer = await deeds.correct(address, value, callerOf(asking));
      switch (answer.outcome) {
        case 'corrected':
          return { ...(await corrected(asking, answer.email)), isDone: true };
        case 'unknown':
          return notice(asking, 'people.gone');
        case 'invalid':
          return opened(asking, address, [], { value, error: words('people.notAnAddress') });
        case 'not-corrected':
          return opened(asking, address, [{ kind: 'note', mark: 'alert', title: words('people.notCorrected') }], {
            value,
          });
      }
    },
    repeated: (asking, fields) => corrected(asking, fields.text('newEmail')),
    again,
  };
  const corrected = (asking: Asking, address: string) =>
    opened(asking, address, [{ kind: 'note', mark: 'on', title: asking.words('people.corrected') }]);

  const erase = previewed<ErasurePreview>({
    name: 'erase-person',
    permission: 'people',
    page: PAGE,
    async preview(asking, fields) {
      const found = await deeds.previewErasure(await addressOf(fields));
      if (found === null) return { answer: notice(asking, 'people.notAnAddress') };
      return {
        state: found,
        sections: [erasureSection(asking, found)],
        form: eraseForm(asking, fields.text('person')),
      };
    },
    async run(asking, fields, { address }): Promise<ActionAnswer> {
      const { words } = asking;
      const answer = await deeds.erase(address, fields.text('password'), callerOf(asking));
      if (answer.outcome === 'erased') return { to: PAGE, query: { done: 'personErased', n: String(answer.rows) } };
      if (answer.outcome === 'unknown') return notice(asking, 'people.notAnAddress');
      if (answer.outcome !== 'too-many-requests') return { errors: { password: words('people.passwordWrong') } };
      const { retryAfterSeconds } = answer;
      const message = words('signin.tooMany', { minutes: words.number(Math.ceil(retryAfterSeconds / 60)) });
      return { errors: {}, message, status: 429, retryAfterSeconds };
    },
  });

  const take = action(async (asking, fields): Promise<ActionAnswer> => {
    const stored = await deeds.take(await addressOf(fields), callerOf(asking));
    if (stored === null) return notice(asking, 'people.notAnAddress');
    return { file: { name: 'person.json', type: 'application/json', body: JSON.stringify(stored, null, 2) } };
  });

  const find = action(async (asking, fields): Promise<ActionAnswer> => {
    const { words } = asking;
    const search = fields.text('search');
    const found = await deeds.find(search, callerOf(asking));
    const isAddress = readEmail(search) !== null;
    if (found.length === 0 && !isAddress) return { errors: { search: words('people.nobody') } };
    return { shown: [resultsOf(asking, found, isAddress ? { address: search, ref: deeds.refOf(search) } : null)] };
  });

  return {
    queries: {
      people: viewQuery('people', async (asking) => ({
        sections: [{ kind: 'form', form: searchForm(asking) }],
      })),
    },
    actions: {
      'find-person': find,
      'open-person': { ...action(async (asking, fields) => opened(asking, await addressOf(fields))), again },
      'resend-activation': resend,
      'correct-address': correct,
      'export-person': { ...take, again },
      'preview-erase-person': { ...erase.preview, again },
      'erase-person': erase.run,
    },
    operations: peopleOperations(deeds),
  };
}

const callerOf = (asking: Asking): RoomCaller => ({ actor: mustBe(asking).id, network: asking.network });

type Shown = Extract<ActionAnswer, { readonly shown: unknown }>;

/** Why nobody is shown: the form that was pressed is not on the page that answers. */
const notice = ({ words }: Asking, key: 'people.gone' | 'people.notAnAddress'): Shown => ({
  shown: [{ kind: 'note', mark: 'alert', title: words(key) }],
});

function searchForm(asking: Asking) {
  const { words } = asking;
  return formView(asking, {
    action: 'find-person',
    submit: words('list.search'),
    text: words('people.note'),
    fields: [{ name: 'search', label: words('people.search'), type: 'text', required: true, autocomplete: 'off' }],
  });
}

/** Who was found, masked; an address without an account may still wait or have asked. */
function resultsOf(
  asking: Asking,
  found: readonly FoundMember[],
  other: { readonly address: string; readonly ref: string } | null,
): SectionView {
  const { words } = asking;
  const open = (person: string, id: string) =>
    formView(asking, {
      action: 'open-person',
      id: `open-${id}`,
      submit: words('people.open'),
      hidden: { person },
    });
  const rows = found.map((member) => ({
    key: member.id,
    cells: [
      { text: masked(member.email) },
      {
        text: words(`people.state.${member.state}`),
        mark: member.state === 'active' ? ('on' as const) : ('wait' as const),
      },
      { text: words.moment(member.registeredAt) },
      { text: '', forms: [open(member.id, member.id)] },
    ],
  }));
  const without = {
    key: 'address',
    cells: [
      { text: masked(other?.address ?? '') },
      { text: words('people.noAccount'), mark: 'off' as const },
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
        { label: words('codes.action') },
      ],
      rows: rows.length === 0 ? [without] : rows,
      empty: { title: words('people.nobody'), text: '' },
    },
  };
}

/** What was typed as the right address, and what is wrong with it. */
type Correction = Pick<FieldView, 'value' | 'error'>;

function personSections(
  asking: Asking,
  {
    address,
    member,
    stored,
    ref,
    correction,
  }: OpenedPerson & { readonly ref: string; readonly correction: Correction },
): readonly SectionView[] {
  const { words } = asking;
  const hidden = { person: ref };
  const tables = Object.entries(stored).filter(([, rows]) => rows.length > 0);
  const facts: SectionView[] = tables.map(([table, rows]) => ({
    kind: 'facts',
    title: table,
    facts: rows.flatMap((row, index) => [
      ...(index === 0 ? [] : [{ label: '', value: '' }]),
      ...Object.entries(row).map(([label, value]) => ({ label, value: textOf(value) })),
    ]),
  }));
  const resend = formView(asking, {
    action: 'resend-activation',
    submit: words('people.resend'),
    text: words('people.resendText'),
    hidden,
  });
  const correct = formView(asking, {
    action: 'correct-address',
    title: words('people.correct'),
    text: words('people.correctText'),
    submit: words('people.correctSubmit'),
    primary: false,
    hidden,
    fields: [
      {
        name: 'newEmail',
        label: words('people.newEmail'),
        type: 'email',
        required: true,
        autocomplete: 'off',
        ...correction,
      },
    ],
  });
  const take = formView(asking, { action: 'export-person', submit: words('people.export'), hidden, primary: false });
  const erase = formView(asking, {
    action: 'preview-erase-person',
    title: words('people.erase'),
    text: words('people.eraseText'),
    submit: words('preview.show'),
    primary: false,
    hidden,
  });
  return [
    { kind: 'facts', facts: whoFacts(asking, address, member) },
    ...(member?.state === 'pending' ? [resend, correct].map((form) => ({ kind: 'form' as const, form })) : []),
    ...facts,
    { kind: 'form', form: take },
    { kind: 'form', form: erase },
  ];
}

const whoFacts = ({ words }: Asking, address: string, member: FoundMember | undefined) => [
  { label: words('person.email'), value: address },
  {
    label: words('codes.state'),
    value: words(member === undefined ? 'people.noAccount' : `people.state.${member.state}`),
  },
];

/** Whom an erasure is about, and what goes. */
function erasureSection(asking: Asking, { address, member, rows }: ErasurePreview): SectionView {
  const { words } = asking;
  const tables = Object.entries(rows).map(([label, count]) => ({ label, value: words.number(count) }));
  return {
    kind: 'facts',
    title: words('people.erasePreview'),
    facts: [...whoFacts(asking, address, member), ...tables],
  };
}

const eraseForm = ({ words }: Asking, person: string): Preview<ErasurePreview>['form'] => ({
  text: words('people.eraseText'),
  submit: words('people.eraseSubmit'),
  danger: true,
  hidden: { person },
  fields: [
    {
      name: 'password',
      label: words('people.password'),
      type: 'password',
      required: true,
      autocomplete: 'current-password',
    },
  ],
});

function textOf(value: unknown): string {
  if (value === null || value === '') return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
