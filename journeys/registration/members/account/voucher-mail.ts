import {
  button,
  greeting,
  type MailTemplate,
  type AddressedPerson,
} from '#journeys/registration/members/mails/mail-template.ts';

/** The voucher that an activated account brings. */
export const voucherMail: MailTemplate<{
  readonly person: AddressedPerson;
  readonly percent: number;
  readonly code: string;
  readonly minimumOrder: { readonly amount: number; readonly currency: string } | null;
  readonly validUntil: number;
  readonly loginUrl: string | null;
}> = {
  name: 'voucher',
  content: (words, { person, percent, code, minimumOrder, validUntil, loginUrl }) => {
    const share = { percent: words.percent(percent) };
    return {
      subject: words('voucher.subject'),
      preheader: words('voucher.preheader', share),
      headline: words('voucher.headline'),
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
      facts: [],
      reason: words('reason.entered'),
    };
  },
};
