import type { Migration } from './migration.ts';

/** Slugs were written as paths (`/summer`); since version 1 they are one path segment (`summer`). */
export const slugWithoutSlash: Migration = {
  name: 'slug-without-slash',
  from: 0,
  kinds: ['landing'],
  migrate: (document) => {
    const slug = document['slug'];
    return typeof slug === 'string' && slug.startsWith('/') ? { ...document, slug: slug.slice(1) } : document;
  },
};
