import { registration } from '#journeys/registration/decide/index.ts';
import { makeBlock, makeSite } from './make-site.ts';

const november = { from: '2026-11-27T00:00', to: '2026-12-01T00:00', zone: 'Europe/Berlin' };
/** First moment of the sample's windows. */
export const opens = Date.parse('2026-11-26T23:00:00Z');
/** First moment after the sample's windows. */
export const closes = Date.parse('2026-11-30T23:00:00Z');

/** A site with every kind of page, guard, window and facet that a registration has. */
export const site = makeSite({
  journeys: [registration],
  documents: [
    { id: 'landings/summer', slug: 'summer', guards: [{ name: 'forbidden-referrer' }] },
    { id: 'landings/vip', meta: { title: 'meta.title', description: 'meta.description' } },
    { id: 'landings/black-friday', slug: 'black-friday', bases: ['landings/default'], window: november },
    { id: 'landings/sale', slug: 'sale', window: november },
    {
      id: 'landings/facets',
      slug: 'facets',
      facets: ['consent', 'inviter', 'webView', 'window:banner', 'window:outer/inner'],
      blocks: [
        makeBlock({ id: 'banner', window: november }),
        makeBlock({
          id: 'outer',
          blocks: [makeBlock({ id: 'outer/inner', window: { from: '2026-12-24T00:00', zone: 'UTC' } })],
        }),
      ],
    },
    { id: 'pages/lobby', route: '/lobby', guards: [{ name: 'token-with-email', purpose: 'lobby' }] },
    { id: 'pages/admin/waitinglist', route: '/admin/waitinglist', guards: [{ name: 'admin' }] },
    { id: 'pages/admin/signin', route: '/admin/signin' },
    {
      id: 'pages/hidden',
      route: '/hidden',
      meta: { title: 'meta.title', description: 'meta.description', index: false },
    },
    {
      id: 'pages/strict',
      route: '/strict',
      guards: [{ name: 'locale' }, { name: 'forbidden-referrer' }, { name: 'admin' }],
    },
  ],
});
