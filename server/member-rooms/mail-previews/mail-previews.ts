import type { TableView } from '#engine/base/data-view.ts';
import { nativeLanguageName } from '#engine/i18n/languages.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { Asking, Room } from '#server/admin/room.ts';
import { mailNames, renderSample, type SampleSite } from '#server/members/mail-samples/samples.ts';

export interface MailPreviewsPorts {
  /** What samples say of the site. */
  readonly sampleSite: () => SampleSite;
}

/** What every mail looks like in every language. */
export function mailPreviewsRoom({ sampleSite }: MailPreviewsPorts): Room {
  return {
    queries: {
      'mail-previews': {
        permission: 'mails',
        load: async (asking) => ({ sections: [{ kind: 'table', table: previewsTable(asking) }] }),
      },
    },
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

function previewsTable({ words, fileHref }: Asking): TableView {
  return {
    caption: words('mails.previews'),
    columns: [{ label: words('mails.mail') }, ...locales.map((locale) => ({ label: nativeLanguageName(locale) }))],
    rows: mailNames.map((mail) => ({
      key: mail,
      cells: [
        { text: mail },
        ...locales.map((language) => ({
          text: language.toUpperCase(),
          href: fileHref('mail-preview', { mail, language }),
        })),
      ],
    })),
    empty: { title: words('list.nothing'), text: '' },
  };
}
