import {
  buildButton,
  buildGreeting,
  type MailTemplate,
  type AddressedPerson,
  samplePerson,
  computeSampleValidUntil,
} from '#journeys/registration/members/mails/mail-template.ts';

/** Contains the voucher of an activated account. */
export const voucherMail: MailTemplate<{
  readonly person: AddressedPerson;
  readonly percent: number;
  readonly code: string;
  readonly minimumOrder: { readonly amount: number; readonly currency: string } | null;
  readonly validUntil: number;
  readonly loginUrl: string | null;
}> = {
  name: 'voucher',
  topic: 'voucher',
  reason: 'reason.entered',
  content: (t, { person, percent, code, minimumOrder, validUntil, loginUrl }) => {
    const share = { percent: t.percent(percent) };
    return {
      preheader: t('voucher.preheader', share),
      greeting: buildGreeting(t, person),
      paragraphs: [t('voucher.body', share)],
      code: {
        label: t('voucher.code'),
        figure: t('voucher.figure', share),
        value: code,
        terms: [
          minimumOrder ? t('voucher.minimum', { amount: t.money(minimumOrder) }) : t('voucher.noMinimum'),
          t('voucher.validUntil', { date: t.day(validUntil) }),
        ],
      },
      ...buildButton(t('voucher.button'), loginUrl),
    };
  },
  sample: (site) => ({
    person: samplePerson,
    percent: 15,
    code: 'ABCD-EFGH',
    minimumOrder: { amount: 10_000, currency: 'EUR' },
    validUntil: computeSampleValidUntil(site),
    loginUrl: site.url,
  }),
};
