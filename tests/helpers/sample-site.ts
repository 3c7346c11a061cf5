import { makeBlock, makeSite } from './make-site.ts';
import { riddles } from './riddles.ts';

const november = { from: '2026-11-27T00:00', to: '2026-12-01T00:00', zone: 'Europe/Berlin' };
/** First moment of the sample's windows. */
export const opens = Date.parse('2026-11-26T23:00:00Z');
/** First moment after the sample's windows. */
export const closes = Date.parse('2026-11-30T23:00:00Z');

/** A site with every kind of page, guard, window and facet, and a made-up journey. */
export const site = makeSite({
  journeys: [{ name: 'quiet' }, riddles],
  documents: [
    { id: 'landings/summer', slug: 'summer' },
    { id: 'landings/black-friday', slug: 'black-friday', bases: ['landings/default'], window: november },
    { id: 'landings/sale', slug: 'sale', window: november },
    {
      id: 'landings/facets',
      slug: 'facets',
      facets: ['consent', 'season', 'webView', 'window:banner', 'window:outer/inner'],
      blocks: [
        makeBlock({ id: 'banner', window: november }),
        makeBlock({
          id: 'outer',
          blocks: [makeBlock({ id: 'outer/inner', window: { from: '2027-01-06T00:00', zone: 'UTC' } })],
        }),
      ],
    },
    { id: 'pages/registration/deny', route: '/registration/deny', facets: ['reason'] },
    { id: 'pages/solved', route: '/solved', guards: [{ name: 'solved' }] },
    { id: 'pages/closed', route: '/closed', guards: [{ name: 'locale' }, { name: 'closed' }, { name: 'admin' }] },
    { id: 'pages/greeting', route: '/greeting', facets: ['solved'] },
    { id: 'pages/own', route: '/own' },
    { id: 'pages/begun', route: '/begun' },
    { id: 'pages/sphinx', route: '/sphinx' },
    { id: 'pages/admin/waitinglist', route: '/admin/waitinglist', guards: [{ name: 'admin' }] },
    { id: 'pages/admin/signin', route: '/admin/signin' },
    {
      id: 'pages/hidden',
      route: '/hidden',
      meta: { title: 'meta.title', description: 'meta.description', index: false },
    },
  ],
});
