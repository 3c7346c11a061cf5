import type { CardsView, SectionView } from '#engine/shared/data-view.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { readSamples, renderSample } from '#journeys/registration/members/mail-samples/samples.ts';
import type { SampleSite } from '#journeys/registration/members/mails/mail-template.ts';
import { adminActions } from '#schemas/generated/admin-actions/registration/mail-previews.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminPage, type AdminRequest, buildViewQuery } from '#server/admin/admin-page.ts';
import { buildActions } from '#server/admin/build-actions.ts';
import { type MailLook, mailLooks, previewMail } from '#server/platform/mail/preview-mail.ts';
import { nameMail } from '#server/admin/pages/mails/name-mail.ts';
import type { MailPreviewsPorts } from './ports.ts';

/** Previews of all mails in all languages. */
export function createMailPreviewsPage(ports: MailPreviewsPorts): AdminPage {
  const { sampleSite } = ports;
  const { actions, Mutation, offers } = createActions(adminActions, ports);
  return {
    queries: {
      'mail-previews': buildViewQuery('mails', async (request) => ({
        sections: [
          buildActions(request, offers(request)),
          looksSection(request),
          { kind: 'cards', cards: mailCards(request, sampleSite()) },
        ],
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
          if (!rendered || !locale) return null;
          const { theme } = sampleSite().branding(locale);
          const body = previewMail(rendered, lookIn(query), { locale, theme });
          return { name: 'mail.html', type: 'text/html', body };
        },
      },
    },
  };
}

const lookIn = (query: URLSearchParams): MailLook => mailLooks.find((each) => each === query.get('look')) ?? 'day';

/** Links to the renderings of the full mails. */
function looksSection({ t, href, path, query }: AdminRequest): SectionView {
  const language = query.get('language') ?? '';
  const links = mailLooks.map((look) => ({
    label: t(`mails.look.${look}`),
    href: href(path, { ...(language !== '' && { language }), look }),
    current: look === lookIn(query),
  }));
  return { kind: 'parts', label: t('mails.look'), links };
}

/** Cards with the beginnings of all mails in one language. */
function mailCards(request: AdminRequest, site: SampleSite): CardsView {
  const { t, fileHref, href, path, query } = request;
  const language = locales.find((each) => each === query.get('language')) ?? request.locale;
  const look = lookIn(query);
  return {
    label: t('mails.previews'),
    views: locales.map((each) => ({
      label: getNativeLanguageName(each),
      href: href(path, { language: each, look }),
      current: each === language,
    })),
    lang: language,
    cards: readSamples(language, site).map(({ name, subject, headline, greeting, paragraphs, button }) => ({
      link: { label: nameMail(t, name), href: fileHref('mail-preview', { mail: name, language, look }) },
      subject,
      headline,
      greeting,
      text: paragraphs[0] ?? '',
      button: button?.label,
    })),
  };
}
