import type { FieldView, SectionView } from '#engine/base/data-view.ts';
import type { Members } from '#server/members/index.ts';
import type { FoundMember } from '#server/members/find-members/find-members.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import type { People } from '#server/platform/person/people.ts';
import type { PersonExport } from '#server/platform/person/traces.ts';
import type { Staff } from '#server/staff/index.ts';
import { formView } from '#server/admin/form.ts';
import { masked } from '#server/admin/list.ts';
import {
  type Action,
  type ActionAnswer,
  type Asking,
  type Fields,
  mustBe,
  type Room,
  viewQuery,
} from '#server/admin/room.ts';

export interface PeopleRoomPorts {
  readonly members: Pick<Members, 'changeEmail' | 'findMembers' | 'resendActivation'>;
  readonly people: Pick<People, 'export' | 'erase'>;
  readonly staff: Pick<Staff, 'note' | 'signInAdmin'>;
  /** What a registration is known by, for its own forms. */
  readonly handleOf: (memberId: string) => string;
}

const PAGE = '/admin/people';
const MOST = 50;

/**
 * Guests and members, for support. Nothing that names a person stands in an address or in the log: searches are posted, results are masked,
 * and who opens a person is written down.
 */
export function peopleRoom(ports: PeopleRoomPorts): Room {
  const { members, people, staff } = ports;
  const action = (run: Action['run']): Action => ({ permission: 'people', page: PAGE, repeatable: true, run });

  /** Opens a person, once it is written down that somebody looks. */
  async function opened(
    asking: Asking,
    address: string,
    note: readonly SectionView[] = [],
    correction: Correction = {},
  ): Promise<ActionAnswer> {
    const stored = await people.export(address);
    if (stored === null) return told(asking, 'people.notAnAddress');
    const [member] = await members.findMembers({ search: address, limit: 1 });
    const { id: actor } = mustBe(asking);
    await staff.note({ actor, action: 'person.view', ...(member && { person: member.id }) });
    return { shown: [...note, ...personSections(asking, { address, member, stored, correction })] };
  }

  const resend = action(async (asking, fields): Promise<ActionAnswer> => {
    const { words, network } = asking;
    const address = addressOf(fields);
    const [member] = await members.findMembers({ search: address, limit: 1 });
    if (member === undefined) return told(asking, 'people.gone');
    const answer = await members.resendActivation({ registration: ports.handleOf(member.id), network });
    if (answer.outcome === 'sent')
      await staff.note({ actor: mustBe(asking).id, action: 'person.resend', person: member.id });
    const outcome = answer.outcome === 'sent' ? 'people.resent' : 'people.notResent';
    const mark = answer.outcome === 'sent' ? 'on' : 'alert';
    return opened(asking, address, [{ kind: 'note', mark, title: words(outcome) }]);
  });

  /** The guest mistyped it: nothing but the mail behind a new link lets anybody in, so that support cannot take an account over. */
  const correct = action(async (asking, fields): Promise<ActionAnswer> => {
    const { words, network } = asking;
    const [address, typed] = [addressOf(fields), fields.text('newEmail')];
    const [member] = await members.findMembers({ search: address, limit: 1 });
    if (member === undefined) return told(asking, 'people.gone');
    const registration = ports.handleOf(member.id);
    const answer = await members.changeEmail({ registration, form: { email: typed }, network });
    if (answer.outcome !== 'changed') {
      if (answer.outcome === 'invalid')
        return opened(asking, address, [], { value: typed, error: words('people.notAnAddress') });
      return opened(asking, address, [{ kind: 'note', mark: 'alert', title: words('people.notCorrected') }], {
        value: typed,
      });
    }
    await staff.note({
      actor: mustBe(asking).id,
      action: 'person.correct',
      person: member.id,
      before: { email: member.email },
      after: { email: answer.email },
    });
    return opened(asking, answer.email, [{ kind: 'note', mark: 'on', title: words('people.corrected') }]);
  });

  const erase = action(async (asking, fields): Promise<ActionAnswer> => {
    const { words, network } = asking;
    const { email, id: actor } = mustBe(asking);
    const address = addressOf(fields);
    // What cannot be taken back asks for a fresh proof of who presses.
    const proof = await staff.signInAdmin({ email, password: fields.text('password'), network });
    if (proof.outcome !== 'signed-in')
      return opened(asking, address, [{ kind: 'note', mark: 'stop', title: words('people.passwordWrong') }]);
    const answer = await people.erase(address, actor);
    if (answer.outcome === 'not-an-address') return told(asking, 'people.notAnAddress');
    const rows = Object.values(answer.rows).reduce((sum, count) => sum + count, 0);
    return { to: PAGE, query: { done: 'personErased', n: String(rows) } };
  });

  const take = action(async (asking, fields): Promise<ActionAnswer> => {
    const stored = await people.export(addressOf(fields));
    if (stored === null) return told(asking, 'people.notAnAddress');
    await staff.note({ actor: mustBe(asking).id, action: 'person.export' });
    return { file: { name: 'person.json', type: 'application/json', body: JSON.stringify(stored, null, 2) } };
  });

  const find = action(async (asking, fields): Promise<ActionAnswer> => {
    const { words } = asking;
    const search = fields.text('search');
    const found = await members.findMembers({ search, limit: MOST });
    const isAddress = readEmail(search) !== null;
    if (found.length === 0 && !isAddress) return { errors: { search: words('people.nobody') } };
    return { shown: [resultsOf(asking, found, isAddress ? search : null)] };
  });

  return {
    queries: {
      people: viewQuery('people', async (asking) => ({
        sections: [{ kind: 'form', form: searchForm(asking) }],
      })),
    },
    actions: {
      'find-person': find,
      'open-person': action((asking, fields) => opened(asking, addressOf(fields))),
      'resend-activation': resend,
      'correct-address': correct,
      'export-person': take,
      'erase-person': erase,
    },
  };
}

/** Why nobody is shown: the form that was pressed is not on the page that answers. */
const told = ({ words }: Asking, key: 'people.gone' | 'people.notAnAddress'): ActionAnswer => ({
  shown: [{ kind: 'note', mark: 'alert', title: words(key) }],
});

const addressOf = (fields: Fields): string => fields.text('address');

function searchForm(asking: Asking) {
  const { words } = asking;
  return formView(asking, {
    action: 'find-person',
    submit: words('list.search'),
    text: words('people.note'),
    fields: [{ name: 'search', label: words('people.search'), type: 'text', required: true, autocomplete: 'off' }],
  });
}

/** Whoever was found, masked; an address without an account may still wait or have asked. */
function resultsOf(asking: Asking, found: readonly FoundMember[], address: string | null): SectionView {
  const { words } = asking;
  const open = (value: string, id: string) =>
    formView(asking, {
      action: 'open-person',
      id: `open-${id}`,
      submit: words('people.open'),
      hidden: { address: value },
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
      { text: '', forms: [open(member.email, member.id)] },
    ],
  }));
  const other = {
    key: 'address',
    cells: [
      { text: masked(address ?? '') },
      { text: words('people.noAccount'), mark: 'off' as const },
      { text: '–' },
      { text: '', forms: [open(address ?? '', 'address')] },
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
      rows: rows.length === 0 ? [other] : rows,
      empty: { title: words('people.nobody'), text: '' },
    },
  };
}

/** What was typed as the right address, and what is wrong with it. */
type Correction = Pick<FieldView, 'value' | 'error'>;

interface OpenedPerson {
  readonly address: string;
  readonly member: FoundMember | undefined;
  readonly stored: PersonExport;
  readonly correction: Correction;
}

function personSections(asking: Asking, { address, member, stored, correction }: OpenedPerson): readonly SectionView[] {
  const { words } = asking;
  const hidden = { address };
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
    action: 'erase-person',
    title: words('people.erase'),
    text: words('people.eraseText'),
    submit: words('people.eraseSubmit'),
    danger: true,
    hidden,
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
  return [
    {
      kind: 'facts',
      facts: [
        { label: words('person.email'), value: address },
        {
          label: words('codes.state'),
          value: words(member === undefined ? 'people.noAccount' : `people.state.${member.state}`),
        },
      ],
    },
    ...(member?.state === 'pending' ? [resend, correct].map((form) => ({ kind: 'form' as const, form })) : []),
    ...facts,
    { kind: 'form', form: take },
    { kind: 'form', form: erase },
  ];
}

function textOf(value: unknown): string {
  if (value === null || value === '') return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
