import type { FormDocument } from '#schemas/generated/documents.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { projectBrand } from './brand.ts';
import { makeBlock, makeSite, type SiteInput } from './make-site.ts';
import { ORIGIN } from './plain-server.ts';

export const inline = (text: string): Record<Locale, string> =>
  Object.fromEntries(locales.map((locale) => [locale, text])) as Record<Locale, string>;

/** A form with a field of each type; labels are the names of the fields. */
export const everyType: FormDocument & Required<Pick<FormDocument, 'submit' | 'sent'>> = {
  $schema: '',
  version: 4,
  fields: [
    { name: 'name', type: 'text', label: inline('Name'), required: true, maxLength: 60 },
    { name: 'email', type: 'email', label: inline('Email'), required: true },
    {
      name: 'size',
      type: 'select',
      label: inline('Size'),
      required: true,
      options: ['small', 'large'].map((value) => ({ value, label: inline(`A ${value} one`) })),
    },
    { name: 'phone', type: 'tel', label: inline('Phone'), required: true, when: { field: 'size', is: ['large'] } },
    { name: 'guests', type: 'number', label: inline('Guests'), minimum: 1, maximum: 8 },
    { name: 'day', type: 'date', label: inline('Day'), from: '2026-12-01', to: '2026-12-31' },
    {
      name: 'diet',
      type: 'checkboxes',
      label: inline('Diet'),
      options: ['meat', 'fish', 'gluten'].map((value) => ({ value, label: inline(value) })),
    },
    { name: 'message', type: 'textarea', label: inline('Message'), maxLength: 2_000 },
    { name: 'news', type: 'checkbox', label: inline('News') },
    { name: 'privacy', type: 'consent', label: inline('Privacy'), policy: 'privacy' },
  ],
  query: ['utm_source'],
  submit: inline('Send'),
  sent: { show: 'inline', title: inline('Thanks') },
  actions: [
    { do: 'mail-team', to: 'team@example.com' },
    { do: 'mail-sender', field: 'email', subject: inline('Received'), paragraphs: [inline('We have it.')] },
  ],
  retention: { days: 30, why: 'Requests are answered within a month.' },
};

/** What a sender answers who makes no mistake. */
export const goodAnswers: Readonly<Record<string, string>> = {
  block: 'one',
  name: 'Zoë Łuć',
  email: 'Zoe@Example.com',
  size: 'small',
  privacy: 'on',
};

/** A site with the form `forms/lead` twice on `/contact`, and once on `/`. */
export function formSite(form: FormDocument = everyType, more: SiteInput = {}) {
  const block = (id: string) => makeBlock({ id, type: 'form', props: { form: 'forms/lead', title: 'meta.title' } });
  return makeSite({
    journeys,
    brand: projectBrand(),
    deployment: { publicOrigin: ORIGIN },
    texts: new Map(
      locales.map((locale) => [
        locale,
        new Map([
          ['meta.title', 'Title'],
          ['meta.description', 'About'],
        ]),
      ]),
    ),
    forms: new Map([['forms/lead', form]]),
    documents: [
      {
        id: 'pages/contact',
        route: '/contact',
        blocks: [block('one'), block('two')],
        facets: ['full:forms/lead'],
      },
      { id: 'pages/thanks', route: '/thanks' },
    ],
    ...more,
  });
}
