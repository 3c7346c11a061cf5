import type { Site } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { journeyDocuments } from './journey-documents.ts';
import { projectBrand } from './brand.ts';
import { makeBlock, makeSite, type SiteInput } from './make-site.ts';

const groups = [
  {
    fields: [
      { name: 'email', label: 'form.email' },
      { name: 'newsletter', label: 'form.newsletter', hint: 'form.newsletter.long' },
    ],
  },
];
const join = (step: string) =>
  makeBlock({ id: 'join', type: 'registration-form', props: { step, groups, voucher: '15-percent-mov' } });
const page = (name: string, more: object = {}) => ({
  id: `pages/registration/${name}`,
  route: `/registration/${name}`,
  ...more,
});

const refusals = [...journeyDocuments(journeys).values()].flatMap((journey) => Object.values(journey.refusals ?? {}));

/** Every screen of registration with as little on it as its rules need. */
export function registrationSite(
  publicOrigin: string,
  more: Pick<SiteInput, 'config' | 'deployment' | 'documents' | 'experiments' | 'forms'> = {},
): Site {
  return makeSite({
    brand: projectBrand(),
    journeys,
    deployment: { publicOrigin, ...more.deployment },
    config: { navigation: { allowedHosts: ['shop.example'] }, ...more.config },
    experiments: more.experiments ?? [],
    ...(more.forms && { forms: more.forms }),
    texts: new Map(
      locales.map((locale) => [
        locale,
        new Map([
          ['meta.title', 'Title'],
          ['meta.description', 'Description'],
          ['form.email', 'Address'],
          ['form.newsletter', `Write to me (${locale}).`],
          ['form.newsletter.long', 'Once a week.'],
          // The API answers with words where the plain pages here show keys.
          ...refusals.map(({ message }) => [message, message] as const),
        ]),
      ]),
    ),
    documents: [
      {
        id: 'landings/default',
        facets: ['code', 'inviter'],
        blocks: [makeBlock({ id: 'code', type: 'access-code' }), join('default')],
      },
      { id: 'landings/summer', slug: 'summer', facets: ['code'], blocks: [join('default')] },
      {
        id: 'landings/dialog',
        slug: 'dialog',
        facets: ['code', 'registration'],
        blocks: [join('default'), makeBlock({ id: 'finished', type: 'form-finished' })],
      },
      {
        id: 'landings/product',
        slug: 'product',
        facets: ['product'],
        blocks: [join('default'), makeBlock({ id: 'price', type: 'product-popup' })],
      },
      { id: 'landings/lean', slug: 'lean', facets: ['code'], blocks: [join('leanStep1')] },
      page('deny', {
        facets: ['refusal'],
        blocks: [
          makeBlock({
            id: 'exhausted',
            type: 'email-form',
            when: { refusal: 'exhausted' },
            props: { purpose: 'lobby' },
          }),
        ],
      }),
      {
        id: 'pages/lobby',
        route: '/lobby',
        guards: [{ name: 'token-with-email', purpose: 'lobby' }],
        facets: ['waitingList'],
        blocks: [makeBlock({ id: 'lobby', type: 'lobby' })],
      },
      { id: 'pages/membership-interest', route: '/membership-interest' },
      {
        id: 'pages/membership-interest/apply',
        route: '/membership-interest/apply',
        blocks: [makeBlock({ id: 'apply', type: 'email-form', props: { purpose: 'membership' } })],
      },
      {
        id: 'pages/membership-interest/confirmation',
        route: '/membership-interest/confirmation',
        guards: [{ name: 'applied' }],
      },
      page('social-second-step', {
        guards: [{ name: 'token-with-email', purpose: 'social-second-step' }],
        facets: ['preferences'],
        blocks: [makeBlock({ id: 'preferences', type: 'preferences-form' })],
      }),
      page('formstarted', { guards: [{ name: 'registration', step: 'started' }], blocks: [join('leanStep2')] }),
      page('formfinished', {
        guards: [{ name: 'registration', step: 'finished' }],
        blocks: [makeBlock({ id: 'finished', type: 'form-finished' })],
      }),
      page('registrationformemailactivecomplete', {
        guards: [{ name: 'registration', step: 'active' }],
        facets: ['login'],
      }),
      page('registrationformemailpendingcomplete', { blocks: [makeBlock({ id: 'waits', type: 'resend-form' })] }),
      page('activateaccount', { blocks: [makeBlock({ id: 'activate', type: 'activation-form' })] }),
      page('activateaccountError', {
        facets: ['activation'],
        blocks: [makeBlock({ id: 'again', type: 'form-finished' })],
      }),
      page('gift-voucher', { guards: [{ name: 'registration', step: 'activated' }] }),
      ...(more.documents ?? []),
    ],
  });
}
