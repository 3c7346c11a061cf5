import type { FieldView, SectionView } from '#engine/shared/data-view.ts';
import type { FoundMember } from '#journeys/registration/members/find-members/find-members.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import type { PersonExport } from '#server/platform/personal-data/personal-data-source.ts';
import { type OpenedPerson, PAGE } from './ports.ts';
import { buildDuplicatesSection } from './build-duplicates-section.ts';
import { buildTimeline } from './build-timeline.ts';

/** The corrected address as entered, with its error. */
export type Correction = Pick<FieldView, 'value' | 'error'>;

export function buildPersonSections(
  request: AdminRequest,
  {
    address,
    member,
    stored,
    ref,
    correction,
    duplicates,
    sealAddress,
  }: OpenedPerson & {
    readonly ref: string;
    readonly correction: Correction;
    readonly sealAddress: (address: string) => string;
  },
): readonly SectionView[] {
  const { t } = request;
  const hidden = { person: ref };
  const resend = buildFormView(request, {
    action: 'resend-activation',
    title: t('people.resend'),
    submit: t('mails.revive'),
    text: t('people.resendText'),
    hidden,
  });
  const correct = buildFormView(request, {
    action: 'correct-address',
    title: t('people.correct'),
    text: t('people.correctText'),
    submit: t('people.correctSubmit'),
    primary: false,
    hidden,
    fields: [
      {
        name: 'newEmail',
        label: t('people.newEmail'),
        type: 'email',
        required: true,
        autocomplete: 'off',
        ...correction,
      },
    ],
  });
  const take = buildFormView(request, {
    action: 'export-person',
    title: t('people.exportTitle'),
    text: t('people.exportText'),
    submit: t('people.export'),
    hidden,
    primary: false,
  });
  const erase = buildFormView(request, {
    action: 'preview-erase-person',
    title: t('people.erase'),
    text: t('people.eraseText'),
    submit: t('preview.show'),
    primary: false,
    hidden,
  });
  const facts = [...memberFacts(request, member), ...inviterFacts(request, stored)];
  const forms = [...(member?.state === 'pending' ? [resend, correct] : []), take, erase];
  return [
    {
      kind: 'record',
      title: member === undefined ? address : `${member.firstName} ${member.lastName}`,
      ...(member !== undefined && { text: address }),
      up: { label: t('menu.find'), href: request.href(PAGE) },
    },
    {
      kind: 'pair',
      sections: [
        {
          kind: 'stack',
          sections: [{ kind: 'facts', facts }, ...forms.map((form) => ({ kind: 'form' as const, form }))],
        },
        { kind: 'table', title: t('timeline.title'), table: buildTimeline(request, stored) },
      ],
    },
    ...(duplicates.length === 0 ? [] : [buildDuplicatesSection(request, duplicates, sealAddress)]),
  ];
}

/** The account of a person, or the fact that there is none. */
function memberFacts({ t }: AdminRequest, member: FoundMember | undefined) {
  if (member === undefined) return [{ label: t('codes.state'), value: t('people.noAccount') }];
  const { state, locale, country, code, registeredAt } = member;
  return [
    { label: t('codes.state'), value: t(`people.state.${state}`) },
    { label: t('people.registered'), value: t.moment(registeredAt) },
    { label: t('codes.code'), value: code },
    { label: t('person.language'), value: t.language(locale) },
    { label: t('person.country'), value: t.country(country) },
  ];
}

/** Remaining invitations of the person. */
const inviterFacts = ({ t }: AdminRequest, stored: PersonExport) =>
  (stored['inviters'] ?? []).flatMap((row) =>
    'issued' in row && 'free' in row
      ? [
          {
            label: t('people.invitations'),
            value: t('start.left', {
              left: t.number(Number(row.free)),
              issued: t.number(Number(row.issued)),
            }),
          },
          ...('last_used_at' in row && typeof row.last_used_at === 'string'
            ? [{ label: t('people.lastInvited'), value: t.moment(row.last_used_at) }]
            : []),
        ]
      : [],
  );
