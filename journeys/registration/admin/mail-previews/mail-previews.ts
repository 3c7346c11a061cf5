import type { CardsView } from '#engine/shared/data-view.ts';
import { nativeLanguageName } from '#engine/i18n/languages.ts';
import { readSamples, renderSample } from '#journeys/registration/members/mail-samples/samples.ts';
import type { SampleSite } from '#journeys/registration/members/mails/mail-template.ts';
import { adminActions } from '#schemas/generated/admin-actions/registration/mail-previews.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminPage, type AdminRequest, viewQuery } from '#server/admin/admin-page.ts';
import { buildActions } from '#server/admin/build-actions.ts';
import { nameMail } from '#server/admin/pages/mails/name-mail.ts';
import type { MailPreviewsPorts } from './ports.ts';

/** What every mail looks like in every language. */
export function mailPreviewsPage(ports: MailPreviewsPorts): AdminPage {
  const { sampleSite } = ports;
  const { actions, Mutation, offers } = createActions(adminActions, ports);
  return {
    queries: {
      'mail-previews': viewQuery('mails', async (request) => ({
        sections: [buildActions(request, offers(request)), { kind: 'cards', cards: mailCards(request, sampleSite()) }],
      })),
    },
    actions,
    operations: { Mutation },
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
      button: button?.label,
    })),
  };
}
