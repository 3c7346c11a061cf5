import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { mailNames, renderSample } from '#journeys/registration/members/mail-samples/samples.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { ActionOffer, DeclaredAction } from '#server/admin/admin-action.ts';
import { type Action, type ActionResult, requireUser } from '#server/admin/admin-page.ts';
import { nameMail } from '#server/admin/pages/mails/name-mail.ts';
import { type MailPreviewsPorts, PAGE } from '../../ports.ts';

const NAME = 'send-sample';
const permission = 'mails';
/** Selects all mails. */
const ALL = 'all';

/** Sends a sample mail to the address of the user. */
export function sendSample({ sampleSite, sendSample: send, staff }: MailPreviewsPorts): DeclaredAction {
  const action: Action = {
    permission,
    page: PAGE,
    async run(request, fields): Promise<ActionResult> {
      const { email, id } = requireUser(request);
      const [template, language] = [fields.text('mail'), fields.text('language')];
      const locale = locales.find((each) => each === language);
      const templates = template === ALL ? mailNames : [template];
      for (const each of templates) {
        const rendered = locale && renderSample(each, locale, sampleSite());
        if (!rendered) return { errors: { mail: request.t('mails.noSample') } };
        const sent = await send({ template: each, locale, to: email, rendered });
        if (!sent) return { errors: {}, message: request.t('mails.enoughSamples'), status: 429 };
        await staff.note({ actor: id, action: 'mail.sample', subject: each, details: { language } });
      }
      return { to: PAGE, query: { done: 'sampleSent' } };
    },
  };
  return { actions: { [NAME]: action }, offer: { ...offer, action: NAME, permission } };
}

const offer: ActionOffer = {
  label: 'mails.sample',
  form: ({ t, locale }) => ({
    text: t('mails.sampleText'),
    submit: t('mails.sampleSubmit'),
    primary: false,
    fields: [
      {
        name: 'mail',
        label: t('mails.mail'),
        type: 'select',
        value: mailNames[0] ?? '',
        options: [
          ...mailNames.map((mail) => ({ value: mail, label: nameMail(t, mail) })),
          { value: ALL, label: t('mails.allSamples') },
        ],
      },
      {
        name: 'language',
        label: t('mails.language'),
        type: 'select',
        value: locale,
        options: locales.map((each) => ({ value: each, label: getNativeLanguageName(each) })),
      },
    ],
  }),
};
