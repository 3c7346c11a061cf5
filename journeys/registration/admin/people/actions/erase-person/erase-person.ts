import type { SectionView } from '#engine/shared/data-view.ts';
import type { FoundMember } from '#journeys/registration/members/find-members/find-members.ts';
import type { ErasePersonOutcome, MutationErasePersonArgs } from '#schemas/generated/graphql/resolvers.ts';
import type { DeclaredAction } from '#server/admin/admin-action.ts';
import { type ActionResult, type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import type { AdminMutation, OperationCaller } from '#server/admin/operation.ts';
import { type Preview, createPreviewedAction } from '#server/admin/preview.ts';
import type { StaffKey } from '#server/admin/staff-translator.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import { buildNotice, type PersonTools } from '../../person-tools.ts';
import { PAGE, PERMISSION } from '../../ports.ts';

/** The person, and the number of rows by table. */
interface ErasurePreview {
  readonly address: string;
  readonly member: FoundMember | undefined;
  readonly rows: Readonly<Record<string, number>>;
}

type EraseResult =
  | { readonly outcome: 'erased'; readonly rows: number }
  | { readonly outcome: 'unknown' | 'refused' }
  | { readonly outcome: 'too-many-requests'; readonly retryAfterSeconds: number };

/** Erases all data about a person (GDPR, article 17). Requires reauthentication, because it cannot be undone. */
export function erasePerson(tools: PersonTools): DeclaredAction {
  const { findMember, people, resolveAddress, showAt, staff } = tools;
  const findErasure = async (address: string): Promise<ErasurePreview | null> => {
    const stored = await people.export(address);
    if (stored === null) return null;
    const rows = Object.entries(stored).flatMap(([table, { length }]): [string, number][] =>
      length === 0 ? [] : [[table, length]],
    );
    return { address, member: await findMember(address), rows: Object.fromEntries(rows) };
  };
  const erase = async (
    address: string,
    password: string,
    { actor, network }: OperationCaller,
  ): Promise<EraseResult> => {
    const admin = await staff.findAdmin(actor);
    if (admin === null) return { outcome: 'refused' };
    const proof = await staff.signInAdmin({ email: admin.email, password, network });
    if (proof.outcome !== 'signed-in') return proof;
    const answer = await people.erase(address, actor);
    if (answer.outcome === 'not-an-address') return { outcome: 'unknown' };
    return { outcome: 'erased', rows: Object.values(answer.rows).reduce((sum, count) => sum + count, 0) };
  };
  const { preview, run } = createPreviewedAction<ErasurePreview>({
    name: 'erase-person',
    permission: PERMISSION,
    page: PAGE,
    async preview(request, fields) {
      const found = await findErasure(await resolveAddress(fields.text('person')));
      if (found === null) return { answer: buildNotice(request, 'people.notAnAddress') };
      return {
        state: found,
        sections: erasureSections(request, found),
        form: eraseForm(request, fields.text('person')),
      };
    },
    async run(request, fields, { address }): Promise<ActionResult> {
      const { t, network } = request;
      const answer = await erase(address, fields.text('password'), { actor: requireUser(request).id, network });
      if (answer.outcome === 'erased') return { to: PAGE, query: { done: 'personErased', n: String(answer.rows) } };
      if (answer.outcome === 'unknown') return buildNotice(request, 'people.notAnAddress');
      if (answer.outcome !== 'too-many-requests') return { errors: { password: t('people.passwordWrong') } };
      const { retryAfterSeconds } = answer;
      const message = t('signin.tooMany', { minutes: t.number(Math.ceil(retryAfterSeconds / 60)) });
      return { errors: {}, message, status: 429, retryAfterSeconds };
    },
  });
  const mutation: AdminMutation<MutationErasePersonArgs, ErasePersonOutcome> = {
    permission: PERMISSION,
    async run({ person, password }, caller) {
      const { outcome, ...more } = await erase(await resolveAddress(person), password, caller);
      return { code: toErrorCode(outcome), ...more };
    },
  };
  return {
    actions: {
      'preview-erase-person': {
        ...preview,
        again: async (request, fields) => showAt(request, await resolveAddress(fields.text('person'))),
      },
      'erase-person': run,
    },
    mutations: { erasePerson: mutation },
  };
}

const whoFacts = ({ t }: AdminRequest, address: string, member: FoundMember | undefined) => [
  { label: t('person.email'), value: address },
  {
    label: t('codes.state'),
    value: t(member === undefined ? 'people.noAccount' : `people.state.${member.state}`),
  },
];

/** Kinds of data with names known to support; others are shown as a number. */
const dataKinds = {
  members: 'people.data.account',
  earlier_addresses: 'people.data.account',
  policy_acceptances: 'people.data.consents',
  newsletter_consents: 'people.data.consents',
  outbox: 'people.data.mails',
  vouchers: 'people.data.vouchers',
  waiting_list: 'people.data.waiting',
  membership_interest: 'people.data.interest',
  inviters: 'people.data.invitations',
  registration_codes: 'people.data.invitations',
  form_entries: 'people.data.forms',
} as const satisfies Readonly<Record<string, StaffKey>>;

const isKnown = (table: string): table is keyof typeof dataKinds => Object.hasOwn(dataKinds, table);

/** The person, and what is erased and retained. */
function erasureSections(request: AdminRequest, { address, member, rows }: ErasurePreview): readonly SectionView[] {
  const { t } = request;
  const byKind = Map.groupBy(Object.entries(rows), ([table]) =>
    isKnown(table) ? dataKinds[table] : 'people.data.other',
  );
  const counts = [...byKind].map(([key, entries]) => ({
    label: t(key),
    value: t.number(entries.reduce((sum, [, count]) => sum + count, 0)),
  }));
  return [
    {
      kind: 'facts',
      title: t('people.erasePreview'),
      facts: [...whoFacts(request, address, member), ...counts],
    },
    { kind: 'note', mark: 'off', title: t('people.stays'), text: t('people.staysText') },
  ];
}

const eraseForm = ({ t }: AdminRequest, person: string): Preview<ErasurePreview>['form'] => ({
  text: t('people.eraseText'),
  submit: t('people.eraseSubmit'),
  danger: true,
  hidden: { person },
  fields: [
    {
      name: 'password',
      label: t('people.password'),
      type: 'password',
      required: true,
      autocomplete: 'current-password',
    },
  ],
});
