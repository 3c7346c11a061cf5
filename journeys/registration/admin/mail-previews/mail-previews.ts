import type { CardsView, FormView } from '#engine/shared/data-view.ts';
import { nativeLanguageName } from '#engine/i18n/languages.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { buildActions } from '#server/admin/build-actions.ts';
import { formView } from '#server/admin/form.ts';
import {
  type Action,
  type ActionResult,
  type AdminRequest,
  requireUser,
  type AdminPage,
  viewQuery,
} from '#server/admin/admin-page.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { RenderedMail } from '#server/platform/mail/mail-content.ts';
import { nameMail } from '#server/admin/pages/mails/name-mail.ts';
import type { Staff } from '#server/staff/index.ts';
import {
  mailNames,
  readSamples,
  renderSample,
  type SampleSite,
} from '#journeys/registration/members/mail-samples/samples.ts';

export interface MailPreviewsPorts {
  /** What samples say of the site. */
  readonly sampleSite: () => SampleSite;
  readonly staff: Pick<Staff, 'note'>;
  /** Puts a sample into the queue; `false` when this address had enough of them for now. */
  sendSample(sample: Sample): Promise<boolean>;
}

export interface Sample {
  readonly template: string;
  readonly locale: Locale;
  /** Address of the one who asks, and of nobody else. */
  readonly to: string;
  readonly rendered: RenderedMail;
}

const PAGE = '/admin/mail-previews';
/** In place of a mail: every one. */
const ALL = 'all';

/** What every mail looks like in every language. */
export function mailPreviewsPage({ sampleSite, sendSample, staff }: MailPreviewsPorts): AdminPage {
  const send: Action = {
    permission: 'mails',
    page: PAGE,
    async run(request, fields): Promise<ActionResult> {
      const { email, id } = requireUser(request);
      const [template, language] = [fields.text('mail'), fields.text('language')];
      const locale = locales.find((each) => each === language);
      const templates = template === ALL ? mailNames : [template];
      for (const each of templates) {
        const rendered = locale && renderSample(each, locale, sampleSite());
        if (!rendered) return { errors: { mail: request.words('mails.noSample') } };
        const sent = await sendSample({ template: each, locale, to: email, rendered });
        if (!sent) return { errors: {}, message: request.words('mails.enoughSamples'), status: 429 };
        await staff.note({ actor: id, action: 'mail.sample', subject: each, details: { language } });
      }
      return { to: PAGE, query: { done: 'sampleSent' } };
    },
  };
  return {
    queries: {
      'mail-previews': viewQuery('mails', async (request) => ({
        sections: [
          buildActions(request, [{ label: request.words('mails.sample'), form: sampleForm(request) }]),
          { kind: 'cards', cards: mailCards(request, sampleSite()) },
        ],
      })),
    },
    actions: { 'send-sample': send },
    downloads: {
      'mail-preview': {
        permission: 'mails',
        async load({ query }) {
          const locale = locales.find((each) => each === query.get('language'));
          const rendered = locale && renderSample(query.get('mail') ?? '', locale, sampleSite());
          return rendered ? { name: 'mail.html', type: 'text/html', body: rendered.html } : null;
        },
      },
    },
  };
}

function sampleForm(request: AdminRequest): FormView {
  const { words, locale } = request;
  return formView(request, {
    action: 'send-sample',
    text: words('mails.sampleText'),
    submit: words('mails.sampleSubmit'),
    primary: false,
    fields: [
      {
        name: 'mail',
        label: words('mails.mail'),
        type: 'select',
        value: mailNames[0] ?? '',
        options: [
          ...mailNames.map((mail) => ({ value: mail, label: nameMail(words, mail) })),
          { value: ALL, label: words('mails.allSamples') },
        ],
      },
      {
        name: 'language',
        label: words('mails.language'),
        type: 'select',
        value: locale,
        options: locales.map((each) => ({ value: each, label: nativeLanguageName(each) })),
      },
    ],
  });
}

/** Every mail in one language, as its first lines look. */
function mailCards(request: AdminRequest, site: SampleSite): CardsView {
  const { words, fileHref, href, path, query } = request;
  const language = locales.find((each) => each === query.get('language')) ?? request.locale;
  return {
    label: words('mails.previews'),
    views: locales.map((each) => ({
      label: nativeLanguageName(each),
      href: href(path, { language: each }),
      current: each === language,
    })),
    lang: language,
    cards: readSamples(language, site).map(({ name, subject, headline, greeting, paragraphs, button }) => ({
      link: { label: nameMail(words, name), href: fileHref('mail-preview', { mail: name, language }) },
      subject,
      headline,
      greeting,
      text: paragraphs[0] ?? '',
      ...(button && { button: button.label }),
    })),
  };
}
