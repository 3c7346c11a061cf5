import type { FieldView, SectionView } from '#engine/shared/data-view.ts';
import type { FoundMember } from '#journeys/registration/members/find-members/find-members.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { formView } from '#server/admin/form.ts';
import type { PersonExport } from '#server/platform/personal-data/traces.ts';
import type { OpenedPerson } from './ports.ts';
import { duplicatesSection } from './duplicates-section.ts';
import { buildTimeline } from './build-timeline.ts';

/** The corrected address as entered, with its error. */
export type Correction = Pick<FieldView, 'value' | 'error'>;

export function personSections(
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
  const { words } = request;
  const hidden = { person: ref };
  const resend = formView(request, {
    action: 'resend-activation',
    submit: words('people.resend'),
    text: words('people.resendText'),
    hidden,
  });
  const correct = formView(request, {
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
  const take = formView(request, {
    action: 'export-person',
    title: words('people.exportTitle'),
    text: words('people.exportText'),
    submit: words('people.export'),
    hidden,
    primary: false,
  });
  const erase = formView(request, {
    action: 'preview-erase-person',
    title: words('people.erase'),
    text: words('people.eraseText'),
    submit: words('preview.show'),
    primary: false,
    hidden,
  });
  return [
    { kind: 'facts', title: address, facts: [...memberFacts(request, member), ...inviterFacts(request, stored)] },
    ...[...(member?.state === 'pending' ? [resend, correct] : []), take, erase].map((form) => ({
      kind: 'form' as const,
      form,
    })),
    { kind: 'table', title: words('timeline.title'), table: buildTimeline(request, stored) },
    ...(duplicates.length === 0 ? [] : [duplicatesSection(request, duplicates, sealAddress)]),
  ];
}

/** The account of a person, or the fact that there is none. */
function memberFacts({ words, locale: own }: AdminRequest, member: FoundMember | undefined) {
  if (member === undefined) return [{ label: words('codes.state'), value: words('people.noAccount') }];
  const { firstName, lastName, state, locale, country, code, registeredAt } = member;
  const named = (type: 'language' | 'region', value: string): string => {
    try {
      return new Intl.DisplayNames(own, { type }).of(value) ?? value;
    } catch {
      // Values of earlier releases are shown unchanged.
      return value;
    }
  };
  return [
    { label: words('person.name'), value: `${firstName} ${lastName}` },
    { label: words('codes.state'), value: words(`people.state.${state}`) },
    { label: words('people.registered'), value: words.moment(registeredAt) },
    { label: words('codes.code'), value: code },
    { label: words('person.language'), value: named('language', locale) },
    { label: words('person.country'), value: named('region', country) },
  ];
}

/** Remaining invitations of the person. */
const inviterFacts = ({ words }: AdminRequest, stored: PersonExport) =>
  (stored['inviters'] ?? []).flatMap((row) =>
    'issued' in row && 'free' in row
      ? [
          {
            label: words('people.invitations'),
            value: words('start.left', {
              left: words.number(Number(row.free)),
              issued: words.number(Number(row.issued)),
            }),
          },
          ...('last_used_at' in row && typeof row.last_used_at === 'string'
            ? [{ label: words('people.lastInvited'), value: words.moment(row.last_used_at) }]
            : []),
        ]
      : [],
  );
