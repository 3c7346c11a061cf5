import {
  button,
  greeting,
  type MailTemplate,
  type AddressedPerson,
  samplePerson,
  sampleValidUntil,
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
  content: (words, { person, percent, code, minimumOrder, validUntil, loginUrl }) => {
    const share = { percent: words.percent(percent) };
    return {
      preheader: words('voucher.preheader', share),
      greeting: greeting(words, person),
      paragraphs: [words('voucher.body', share)],
      code: {
        label: words('voucher.code'),
        figure: words('voucher.figure', share),
        value: code,
        terms: [
          minimumOrder ? words('voucher.minimum', { amount: words.money(minimumOrder) }) : words('voucher.noMinimum'),
          words('voucher.validUntil', { date: words.day(validUntil) }),
        ],
      },
      ...button(words('voucher.button'), loginUrl),
    };
  },
  sample: (site) => ({
    person: samplePerson,
    percent: 15,
    code: 'ABCD-EFGH',
    minimumOrder: { amount: 10_000, currency: 'EUR' },
    validUntil: sampleValidUntil(site),
    loginUrl: site.url,
  }),
};
